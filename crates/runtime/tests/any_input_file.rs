//! A short run of the fuzz target `fuzz/fuzz_targets/input_files.rs`.
mod input_files;

const FILES: &[&[u8]] = &[
    b"#fields\ta\tp\tc\ti\td\ts\tt\tv\tn\tb\tset_\tvec\te\tpat\n\
      1.2.3.4\t80/tcp\t1\t-1\t1.5\tx\t1.7\t0.5\t10.0.0.0/8\tT\ta,b\t1,2\ttcp\t/x/\n\
      ::1\t53/udp\t2\t-\t-\t(empty)\t-\t-\t-\tF\t(empty)\t(empty)\tudp\t-\n",
    b"#separator \\x09\n#fields\tc\n1\n2\n-\n",
    b"a 1.2.3.4\np 80/tcp\nc 7\n",
    b"a line\nanother\n",
];

#[test]
fn any_file_is_read_or_refused() {
    let mut x: u64 = 5;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x as usize
    };
    for choice in 0..3 {
        for file in FILES {
            input_files::run(&[&[choice], *file].concat());
        }
    }
    for _ in 0..40 {
        let mut bytes = [&[next() as u8], FILES[next() % FILES.len()]].concat();
        for _ in 0..1 + next() % 6 {
            let at = next() % bytes.len();
            match next() % 3 {
                0 => bytes[at] = next() as u8,
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, b"\t\n#,-\\x/"[next() % 8]),
            }
        }
        input_files::run(&bytes);
    }
}
