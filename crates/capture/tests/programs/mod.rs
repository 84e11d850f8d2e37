//! Filter programs of any bytes: what the check accepts runs to its end over any frame, and always with one answer.
use capture::{Insn, Program};

/// The first byte is the number of instructions, eight bytes each; what follows them is the frame.
pub(crate) fn run(bytes: &[u8]) {
    let Some((&count, rest)) = bytes.split_first() else { return };
    let (program, frame) = rest.split_at(rest.len().min(usize::from(count) * 8));
    let insns: Vec<Insn> = program.chunks_exact(8).map(insn).collect();
    match Program::new(insns.clone()) {
        Ok(program) => {
            assert_eq!(program.insns(), insns);
            let wire_len = frame.len() as u32 + u32::from(count);
            let kept = program.run(frame, wire_len);
            assert_eq!(program.run(frame, wire_len), kept);
            // A program of one return keeps what it says.
            if let [Insn { code: 0x06, k, .. }] = insns[..] {
                assert_eq!(kept, k);
            }
        }
        Err(bad) => assert!(!bad.to_string().is_empty()),
    }
}

/// Codes are kept to the low byte: most that go beyond it do not exist.
fn insn(bytes: &[u8]) -> Insn {
    let [code, _, jt, jf, k @ ..] = bytes else { unreachable!("eight bytes") };
    let k = u32::from_le_bytes(k.try_into().expect("four bytes"));
    Insn { code: u16::from(*code), jt: *jt, jf: *jf, k }
}
