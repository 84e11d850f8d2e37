//! Digests and other hashes.
use super::encoding::hex;
use crate::call::{Answer, Call, Stop, family};
use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::Sha256;
use value::{Opaque, OpaqueState, Value};

family! {
    "md5_hash" => hash_all::<Md5>,
    "sha1_hash" => hash_all::<Sha1>,
    "sha256_hash" => hash_all::<Sha256>,
    "md5_hmac" => md5_hmac,
    "md5_hash_init" => |_| Ok(Value::Opaque(Opaque::new("md5", Running::<Md5>::default()))),
    "sha1_hash_init" => |_| Ok(Value::Opaque(Opaque::new("sha1", Running::<Sha1>::default()))),
    "sha256_hash_init" => |_| Ok(Value::Opaque(Opaque::new("sha256", Running::<Sha256>::default()))),
    "md5_hash_update" => update::<Md5>,
    "sha1_hash_update" => update::<Sha1>,
    "sha256_hash_update" => update::<Sha256>,
    "md5_hash_finish" => finish::<Md5>,
    "sha1_hash_finish" => finish::<Sha1>,
    "sha256_hash_finish" => finish::<Sha256>,
    "fnv1a32" => fnv1a32,
    "fnv1a64" => fnv1a64,
    "hrw_weight" => hrw_weight,
}

/// A digest in progress; `None` once the result has been taken.
#[derive(Clone)]
struct Running<D>(Option<D>);

impl<D: Digest> Default for Running<D> {
    fn default() -> Self {
        Running(Some(D::new()))
    }
}

impl<D: Clone + 'static> OpaqueState for Running<D> {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(self.clone()))
    }
}

/// Returns a string's bytes, or the binary description of any other value.
fn bytes_of(c: &mut Call<'_>, at: usize) -> Vec<u8> {
    match c.arg(at).clone() {
        Value::String(s) => s.to_vec(),
        v => c.describe_binary(&v),
    }
}

fn digest_of_all<D: Digest>(c: &mut Call<'_>) -> Vec<u8> {
    let mut d = D::new();
    for i in 0..c.len() {
        d.update(bytes_of(c, i));
    }
    d.finalize().to_vec()
}

fn hash_all<D: Digest>(c: &mut Call<'_>) -> Answer {
    Ok(hex(&digest_of_all::<D>(c)).into())
}

/// Computes a digest, mixes it with the run's key, and digests the result. This is not the HMAC of RFC 2104.
fn md5_hmac(c: &mut Call<'_>) -> Answer {
    let mut d = digest_of_all::<Md5>(c);
    for (b, k) in d.iter_mut().zip(c.randomness().seeds.hmac_key()) {
        *b ^= k;
    }
    Ok(hex(&Md5::digest(&d)).into())
}

fn with_running<D: 'static, R>(c: &Call<'_>, f: impl FnOnce(&mut Running<D>) -> R) -> Result<R, Stop> {
    let o = c.opaque(0)?;
    let mut state = o.state_mut::<Running<D>>().ok_or(Stop::WrongOpaque)?;
    Ok(f(&mut state))
}

fn update<D: Digest + 'static>(c: &mut Call<'_>) -> Answer {
    let data = c.str(1)?;
    let fed = with_running::<D, _>(c, |r| r.0.as_mut().map(|d| d.update(&data[..])).is_some())?;
    Ok(fed.into())
}

/// Returns the digest; an empty string if it has been taken before.
fn finish<D: Digest + 'static>(c: &mut Call<'_>) -> Answer {
    let d = with_running::<D, _>(c, |r| r.0.take())?;
    Ok(d.map_or(String::new(), |d| hex(&d.finalize())).into())
}

fn fnv1a32(c: &mut Call<'_>) -> Answer {
    let bytes = bytes_of(c, 0);
    let h = bytes.iter().fold(0x811c_9dc5_u32, |h, &b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    Ok(u64::from(h).into())
}

fn fnv1a64(c: &mut Call<'_>) -> Answer {
    let bytes = bytes_of(c, 0);
    let h = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    Ok(h.into())
}

/// Computes Thaler and Ravishankar's weight of a key at a site, modulo 2^31.
fn hrw_weight(c: &mut Call<'_>) -> Answer {
    let (digest, site) = (c.count(0)? as u32 & 0x7fff_ffff, c.count(1)? as u32);
    let mixed = 1_103_515_245_u32.wrapping_mul(site).wrapping_add(12345) ^ digest;
    let weight = u64::from(1_103_515_245_u32.wrapping_mul(mixed).wrapping_add(12345));
    Ok((weight % (1 << 31)).into())
}
