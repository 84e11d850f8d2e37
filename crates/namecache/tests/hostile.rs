//! Runs the bodies of the fuzz targets on generated inputs: messages, mapped memory and configurations.
#[path = "hostile/bodies.rs"]
mod bodies;

use namecache::model::Random;

fn bytes(random: &mut Random, most: u64) -> Vec<u8> {
    (0..random.below(most)).map(|_| random.bits() as u8).collect()
}

/// Runs `body` on random bytes, and on seeds with random bytes changed, added and cut off.
fn check(body: fn(&[u8]), seeds: &[Vec<u8>], rounds: u32) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for seed in seeds {
        body(seed);
    }
    for _ in 0..rounds {
        body(&bytes(&mut random, 200));
        for seed in seeds {
            let mut input = seed.clone();
            for _ in 0..=random.below(6) {
                let at = random.below(input.len().max(1) as u64) as usize;
                match random.below(4) {
                    0 => input.truncate(at),
                    1 => input.extend(bytes(&mut random, 20)),
                    _ => {
                        if let Some(b) = input.get_mut(at) {
                            *b = random.bits() as u8;
                        }
                    }
                }
            }
            body(&input);
        }
    }
}

#[test]
fn malformed_messages_are_refused() {
    check(bodies::protocol, &bodies::protocol_seeds(), 20_000);
}

#[test]
fn corrupt_mapped_memory_is_read_without_harm() {
    check(bodies::image, &bodies::image_seeds(), 2_000);
}

#[test]
fn configurations_are_accepted_or_refused() {
    check(bodies::config, &bodies::config_seeds(), 5_000);
}
