//! What the fuzz targets do, with generated inputs: protocols, images and configurations from nowhere good.
#[path = "hostile/bodies.rs"]
mod bodies;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, most: u64) -> Vec<u8> {
        (0..self.next() % most).map(|_| self.next() as u8).collect()
    }
}

/// Random bytes, and seeds with random bytes changed, added and cut off.
fn check(body: fn(&[u8]), seeds: &[Vec<u8>], rounds: u32) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for seed in seeds {
        body(seed);
    }
    for _ in 0..rounds {
        body(&random.bytes(200));
        for seed in seeds {
            let mut input = seed.clone();
            for _ in 0..=random.next() % 6 {
                let at = random.next() as usize % input.len().max(1);
                match random.next() % 4 {
                    0 => input.truncate(at),
                    1 => input.extend(random.bytes(20)),
                    _ => {
                        if let Some(b) = input.get_mut(at) {
                            *b = random.next() as u8;
                        }
                    }
                }
            }
            body(&input);
        }
    }
}

#[test]
fn protocols_survive_what_no_client_sends() {
    check(bodies::protocol, &bodies::protocol_seeds(), 20_000);
}

#[test]
fn readers_survive_corrupt_memory() {
    check(bodies::image, &bodies::image_seeds(), 2_000);
}

#[test]
fn configurations_are_understood_or_refused() {
    check(bodies::config, &bodies::config_seeds(), 5_000);
}
