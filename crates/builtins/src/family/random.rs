//! Random numbers and unique identifiers.
use crate::call::{Answer, Call, family};
use seeds::Random;
use value::Value;

family! {
    "rand" => rand,
    "srand" => srand,
    "unique_id" => |c| unique_id(c, SCRIPT_POOL, 0),
    "unique_id_from" => |c| {
        let pool = c.int(0)?.wrapping_add(CUSTOM_POOL) as u64;
        unique_id(c, pool, 1)
    },
}

/// The pool of `unique_id`.
const SCRIPT_POOL: u64 = 2;
/// The first pool that scripts may name. The program uses the lower ones.
const CUSTOM_POOL: i64 = 10;

fn rand(c: &mut Call<'_>) -> Answer {
    let max = c.count(0)?;
    let n = c.randomness().random.next_number();
    Ok(((max as f64 * n as f64 / Random::MODULUS as f64) as u64).into())
}

fn srand(c: &mut Call<'_>) -> Answer {
    let seed = c.count(0)? as u32;
    c.randomness().random = Random::new(seed);
    c.nothing()
}

/// Returns the prefix, followed by a unique number in base 62.
fn unique_id(c: &mut Call<'_>, pool: u64, prefix_at: usize) -> Answer {
    let prefix = c.c_str(prefix_at)?;
    Ok(Value::string([&prefix[..], base62(c.randomness().uids.next(pool)).as_bytes()].concat()))
}

/// Writes a number in base 62 with the digits `0-9a-zA-Z`, least significant first.
pub(crate) fn base62(mut n: u64) -> String {
    const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut out = String::new();
    loop {
        out.push(DIGITS.get((n % 62) as usize).copied().map_or('0', char::from));
        n /= 62;
        if n == 0 {
            return out;
        }
    }
}
