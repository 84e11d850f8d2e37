//! Against what Zeek 8.0.9's own table gave for the same hashes and histories.
use super::ClusteredDict;
use crate::{Key, Order, Table};
use std::vec::Vec;

/// The generator of the histories: the upper bits of a linear congruence.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }
}

/// A good hash, one of 256 values, one that counts.
fn hash_of(id: u32, mode: u64) -> u64 {
    let mut h = (u64::from(id) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    h ^= h >> 29;
    h = h.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    h ^= h >> 32;
    match mode {
        0 => h,
        1 => h & 0xff,
        _ => id.into(),
    }
}

/// Four bytes of number, and up to eleven more.
fn key_of(id: u32) -> Vec<u8> {
    let mut k = id.to_le_bytes().to_vec();
    k.resize(4 + id as usize % 12, 0x5a);
    k
}

struct Run {
    table: ClusteredDict<u64>,
    mode: u64,
    digest: u64,
}

impl Run {
    fn mix(&mut self, v: u64) {
        self.digest = (self.digest ^ v).wrapping_mul(0x0100_0000_01b3);
    }

    fn mix_order(&mut self) {
        let ids: Vec<u32> = self.table.iter().map(|(k, _)| id_of(k.bytes())).collect();
        ids.into_iter().for_each(|id| self.mix(id.into()));
        self.mix(self.table.len() as u64);
        self.mix(self.table.slots.len() as u64);
    }

    fn remove(&mut self, id: u32) {
        let k = key_of(id);
        self.table.remove(Key::new(&k, hash_of(id, self.mode)));
    }

    /// A walk that removes some of what it sees, and other entries too.
    fn walk(&mut self, random: &mut Random, range: u32) {
        let mut cursor = self.table.cursor();
        let step = 2 + random.next() % 3;
        let mut seen = 0;
        while let Some((k, _)) = self.table.next(&mut cursor) {
            let id = id_of(k.bytes());
            self.mix(id.into());
            if u32::is_multiple_of(seen, step) {
                self.remove(id);
            } else if (seen + 1).is_multiple_of(5) {
                self.remove(random.next() % range);
            }
            seen += 1;
        }
    }
}

fn id_of(key: &[u8]) -> u32 {
    u32::from_le_bytes([key[0], key[1], key[2], key[3]])
}

/// A digest of every order of iteration that a history of calls came by.
fn digest(seed: u64) -> u64 {
    let mut random = Random(seed * 7919 + 1);
    let mode = seed % 3;
    let mut range = [8, 40, 400, 5000][seed as usize % 4];
    let ops = [60, 400, 6000, 60_000][seed as usize % 4];
    if mode == 1 {
        range = range.min(400);
    }
    let mut run = Run { table: ClusteredDict::new(Order::Any), mode, digest: 0xcbf2_9ce4_8422_2325 };
    for _ in 0..ops {
        let (op, id) = (random.next() % 16, random.next() % range);
        let k = key_of(id);
        let key = Key::new(&k, hash_of(id, mode));
        match op {
            0..8 => drop(run.table.insert(key, id.into())),
            8..11 => drop(run.table.remove(key)),
            11..15 => {
                let there = run.table.get_mut(key).is_some();
                run.mix(there.into());
            }
            _ if random.next().is_multiple_of(ops / 16 + 1) => {
                let walk = random.next() % 3 == 1;
                run.mix_order();
                if walk {
                    run.walk(&mut random, range);
                }
            }
            _ => {}
        }
    }
    run.mix_order();
    run.digest
}

/// Made by driving the `Dictionary` of Zeek v8.0.9 (src/Dict.h, with its plain and its robust iterator) through `digest`.
const ZEEKS: [u64; 48] = [
    0xc369_cff0_1c71_7c6a,
    0xd7c6_a833_35a5_fd85,
    0x8f46_fe05_4da0_4b6f,
    0x7c98_702e_d4f2_5ae8,
    0xc4c8_8a2f_f8d2_9368,
    0xae5b_05ea_b216_f04e,
    0xeca1_c871_4300_92d9,
    0xa6ae_d2c4_87b0_75e1,
    0x2477_8008_5b3d_36e5,
    0xf9d0_f6b2_8e10_b3ed,
    0xb0f3_b906_2b65_5b33,
    0x67a9_afad_244e_afa3,
    0xf0c3_2c43_9978_23b7,
    0x7dc4_f6b6_e56f_bb64,
    0x1b6a_17d8_b2c4_f536,
    0xefd7_f094_d960_a59f,
    0x09aa_165c_9c94_c622,
    0x8bd4_ee29_f204_65f9,
    0x6b9e_0079_29cc_58c3,
    0x0019_855c_624d_07cd,
    0x065e_4af6_1ce3_71f0,
    0x5d51_511c_73b9_9ce2,
    0xcdd3_3d49_b9bd_0be3,
    0x6b72_52d0_6cbf_3fde,
    0xc6a7_36ee_37b9_2f79,
    0xe315_8a1e_e248_a75b,
    0x0b72_3777_13da_3f4e,
    0xe50c_0738_2422_bc59,
    0x58bb_e1e1_1464_1d49,
    0x7914_805e_4d23_315f,
    0x0881_c188_868d_979d,
    0x27f9_5883_3eee_a873,
    0xbb0b_f15f_7993_b19c,
    0xdfa7_b115_9e65_83ae,
    0xd4ba_082b_5057_f438,
    0x8202_b63e_b68d_e5e1,
    0x7025_0b51_b38f_fa70,
    0x8df6_6e7a_4d9f_ad44,
    0x0915_90f7_957a_7331,
    0x1b07_204b_a1a1_2aa7,
    0xbce9_988f_875d_5314,
    0x0d44_67dc_f956_5456,
    0x84de_2058_58bf_a479,
    0x5d40_bab2_8f4c_7a5e,
    0x9a53_f7ec_e66c_8327,
    0x8184_7e34_c3ae_d1f7,
    0x56df_001b_df67_18ca,
    0x10d7_4737_6213_964e,
];

#[test]
fn iterates_in_zeeks_order() {
    for (seed, zeeks) in ZEEKS.into_iter().enumerate() {
        assert_eq!(digest(seed as u64), zeeks, "history {seed}");
    }
}

#[test]
fn a_slot_with_an_eight_byte_value_has_32_bytes() {
    assert_eq!(size_of::<super::Slot<u64>>(), 32);
}
