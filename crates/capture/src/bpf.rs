//! The classic packet-filter machine (bpf(4); "The BSD Packet Filter", McCanne and Jacobson, 1993).

/// One instruction, with the layout of `struct bpf_insn` and Linux's `struct sock_filter`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Insn {
    /// Class, size, mode and operation.
    pub code: u16,
    /// Instructions to skip if a test is true.
    pub jt: u8,
    /// Instructions to skip if a test is false.
    pub jf: u8,
    /// The operand.
    pub k: u32,
}

/// Fields of an instruction's code.
mod code {
    pub(super) const LD: u16 = 0x00;
    pub(super) const LDX: u16 = 0x01;
    pub(super) const ST: u16 = 0x02;
    pub(super) const STX: u16 = 0x03;
    pub(super) const ALU: u16 = 0x04;
    pub(super) const JMP: u16 = 0x05;
    pub(super) const RET: u16 = 0x06;
    pub(super) const MISC: u16 = 0x07;
    pub(super) const CLASS: u16 = 0x07;

    pub(super) const W: u16 = 0x00;
    pub(super) const H: u16 = 0x08;
    pub(super) const B: u16 = 0x10;
    pub(super) const SIZE: u16 = 0x18;

    pub(super) const IMM: u16 = 0x00;
    pub(super) const ABS: u16 = 0x20;
    pub(super) const IND: u16 = 0x40;
    pub(super) const MEM: u16 = 0x60;
    pub(super) const LEN: u16 = 0x80;
    pub(super) const MSH: u16 = 0xa0;
    pub(super) const MODE: u16 = 0xe0;

    pub(super) const ADD: u16 = 0x00;
    pub(super) const SUB: u16 = 0x10;
    pub(super) const MUL: u16 = 0x20;
    pub(super) const DIV: u16 = 0x30;
    pub(super) const OR: u16 = 0x40;
    pub(super) const AND: u16 = 0x50;
    pub(super) const LSH: u16 = 0x60;
    pub(super) const RSH: u16 = 0x70;
    pub(super) const NEG: u16 = 0x80;
    pub(super) const MOD: u16 = 0x90;
    pub(super) const XOR: u16 = 0xa0;

    pub(super) const JA: u16 = 0x00;
    pub(super) const JEQ: u16 = 0x10;
    pub(super) const JGT: u16 = 0x20;
    pub(super) const JGE: u16 = 0x30;
    pub(super) const JSET: u16 = 0x40;
    pub(super) const OP: u16 = 0xf0;

    pub(super) const X: u16 = 0x08;
    pub(super) const A: u16 = 0x10;
    pub(super) const RVAL: u16 = 0x18;
    pub(super) const TXA: u16 = 0x80;
}

/// Scratch words of the machine.
const WORDS: usize = 16;

/// A program that is verified to terminate: jumps go forward and stay inside, and the last instruction returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program(Vec<Insn>);

/// Why instructions are not a valid program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadProgram {
    /// No instructions.
    #[error("the filter program is empty")]
    Empty,
    /// The last instruction does not return.
    #[error("the filter program does not end in a return")]
    NoReturn,
    /// A jump leaves the program.
    #[error("instruction {0} of the filter jumps out of it")]
    Jump(usize),
    /// A scratch word that does not exist.
    #[error("instruction {0} of the filter uses a word beyond {most}", most = WORDS)]
    Word(usize),
    /// A division by zero.
    #[error("instruction {0} of the filter divides by zero")]
    Division(usize),
    /// An instruction that does not exist.
    #[error("instruction {0} of the filter is unknown")]
    Unknown(usize),
}

impl Program {
    /// Verifies instructions as a kernel does before running them.
    pub fn new(insns: Vec<Insn>) -> Result<Self, BadProgram> {
        let last = insns.last().ok_or(BadProgram::Empty)?;
        if last.code & code::CLASS != code::RET {
            return Err(BadProgram::NoReturn);
        }
        for (at, i) in insns.iter().enumerate() {
            let room = insns.len() - at - 1;
            match i.code & code::CLASS {
                code::JMP => {
                    let far = match i.code & code::OP {
                        code::JA => i.k as usize,
                        code::JEQ..=code::JSET => usize::from(i.jt.max(i.jf)),
                        _ => return Err(BadProgram::Unknown(at)),
                    };
                    if far >= room {
                        return Err(BadProgram::Jump(at));
                    }
                }
                code::ST | code::STX if i.k as usize >= WORDS => return Err(BadProgram::Word(at)),
                code::LD | code::LDX => match i.code & code::MODE {
                    code::MEM if i.k as usize >= WORDS => return Err(BadProgram::Word(at)),
                    code::MODE => return Err(BadProgram::Unknown(at)),
                    _ => (),
                },
                code::ALU => {
                    let by_constant = i.code & code::X == 0;
                    match i.code & code::OP {
                        code::DIV | code::MOD if by_constant && i.k == 0 => {
                            return Err(BadProgram::Division(at));
                        }
                        op if op > code::XOR => return Err(BadProgram::Unknown(at)),
                        _ => (),
                    }
                }
                _ => (),
            }
        }
        Ok(Program(insns))
    }

    /// The instructions, for attaching to a kernel.
    pub fn insns(&self) -> &[Insn] {
        &self.0
    }

    /// Runs the program over a frame. Returns the number of bytes to keep, 0 to drop the frame.
    ///
    /// A load beyond the captured bytes or a division by zero drops the frame.
    pub fn run(&self, data: &[u8], wire_len: u32) -> u32 {
        self.step_through(data, wire_len).unwrap_or(0)
    }

    fn step_through(&self, data: &[u8], wire_len: u32) -> Option<u32> {
        let (mut a, mut x) = (0u32, 0u32);
        let mut words = [0u32; WORDS];
        let mut pc = 0;
        loop {
            let i = self.0.get(pc)?;
            pc += 1;
            match i.code & code::CLASS {
                code::LD => {
                    a = match i.code & code::MODE {
                        code::IMM => i.k,
                        code::ABS => load(data, i.k, i.code)?,
                        code::IND => load(data, x.checked_add(i.k)?, i.code)?,
                        code::MEM => *words.get(i.k as usize)?,
                        code::LEN => wire_len,
                        _ => return None,
                    };
                }
                code::LDX => {
                    x = match i.code & code::MODE {
                        code::IMM => i.k,
                        code::MEM => *words.get(i.k as usize)?,
                        code::LEN => wire_len,
                        // The length of an IPv4 header from its first byte.
                        code::MSH => (u32::from(*data.get(i.k as usize)?) & 0x0f) * 4,
                        _ => return None,
                    };
                }
                code::ST => *words.get_mut(i.k as usize)? = a,
                code::STX => *words.get_mut(i.k as usize)? = x,
                code::ALU => a = alu(i.code & code::OP, a, if i.code & code::X == 0 { i.k } else { x })?,
                code::JMP => {
                    let b = if i.code & code::X == 0 { i.k } else { x };
                    let holds = match i.code & code::OP {
                        code::JA => {
                            pc += i.k as usize;
                            continue;
                        }
                        code::JEQ => a == b,
                        code::JGT => a > b,
                        code::JGE => a >= b,
                        code::JSET => a & b != 0,
                        _ => return None,
                    };
                    pc += usize::from(if holds { i.jt } else { i.jf });
                }
                code::RET => return Some(if i.code & code::RVAL == code::A { a } else { i.k }),
                code::MISC if i.code & code::TXA != 0 => a = x,
                _ => x = a,
            }
        }
    }
}

#[inline]
fn load(data: &[u8], at: u32, code: u16) -> Option<u32> {
    let from = data.get(at as usize..)?;
    match code & code::SIZE {
        code::W => from.first_chunk().copied().map(u32::from_be_bytes),
        code::H => from.first_chunk().copied().map(|b| u16::from_be_bytes(b).into()),
        code::B => from.first().copied().map(u32::from),
        _ => None,
    }
}

#[inline]
fn alu(op: u16, a: u32, b: u32) -> Option<u32> {
    Some(match op {
        code::ADD => a.wrapping_add(b),
        code::SUB => a.wrapping_sub(b),
        code::MUL => a.wrapping_mul(b),
        code::DIV => a.checked_div(b)?,
        code::MOD => a.checked_rem(b)?,
        code::OR => a | b,
        code::AND => a & b,
        code::XOR => a ^ b,
        code::LSH => a.checked_shl(b).unwrap_or(0),
        code::RSH => a.checked_shr(b).unwrap_or(0),
        code::NEG => a.wrapping_neg(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn i(code: u16, jt: u8, jf: u8, k: u32) -> Insn {
        Insn { code, jt, jf, k }
    }

    /// `tcpdump -d ip`: half-word at 12 equals 0800; return all or nothing.
    fn ip() -> Program {
        let insns = vec![i(0x28, 0, 0, 12), i(0x15, 0, 1, 0x800), i(0x06, 0, 0, 262_144), i(0x06, 0, 0, 0)];
        Program::new(insns).unwrap()
    }

    #[test]
    fn a_program_accepts_and_rejects() {
        let mut frame = [0; 20];
        assert_eq!(ip().run(&frame, 20), 0);
        frame[12] = 8;
        assert_eq!(ip().run(&frame, 20), 262_144);
        assert_eq!(ip().run(&frame[..13], 20), 0, "a load beyond the captured bytes rejects");
    }

    #[test]
    fn registers_words_and_arithmetic() {
        // x = 4 * (data[0] & 15); word 3 = x; a = data[x]; a = a * 3 - word 3; return a
        let p = Program::new(vec![
            i(0xb1, 0, 0, 0),
            i(0x03, 0, 0, 3),
            i(0x50, 0, 0, 0),
            i(0x24, 0, 0, 3),
            i(0x61, 0, 0, 3),
            i(0x1c, 0, 0, 0),
            i(0x16, 0, 0, 0),
        ])
        .unwrap();
        assert_eq!(p.run(&[0x41, 0, 0, 0, 9], 5), 23);
    }

    #[test]
    fn what_is_no_program() {
        let check = |insns: &[Insn], expected| assert_eq!(Program::new(insns.to_vec()), Err(expected));
        let ret = i(0x06, 0, 0, 0);
        check(&[], BadProgram::Empty);
        check(&[i(0x28, 0, 0, 0)], BadProgram::NoReturn);
        check(&[i(0x05, 0, 0, 1), ret], BadProgram::Jump(0));
        check(&[i(0x05, 0, 0, u32::MAX), ret], BadProgram::Jump(0));
        check(&[ret, i(0x15, 0, 1, 0), ret], BadProgram::Jump(1));
        check(&[i(0x02, 0, 0, 16), ret], BadProgram::Word(0));
        check(&[i(0x60, 0, 0, 16), ret], BadProgram::Word(0));
        check(&[i(0x34, 0, 0, 0), ret], BadProgram::Division(0));
        check(&[i(0xe0, 0, 0, 0), ret], BadProgram::Unknown(0));
        check(&[i(0xb4, 0, 0, 0), ret], BadProgram::Unknown(0));
    }

    #[test]
    fn dividing_by_a_register_that_is_zero_rejects() {
        let p = Program::new(vec![i(0x00, 0, 0, 7), i(0x3c, 0, 0, 0), i(0x06, 0, 0, 1)]).unwrap();
        assert_eq!(p.run(&[], 0), 0);
    }
}
