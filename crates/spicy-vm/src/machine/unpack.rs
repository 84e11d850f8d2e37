//! Instructions that read numbers and addresses of fixed width.
use super::input::Have;
use super::numbers::read;
use super::{Flow, Machine};
use crate::bytecode::{Inst, NONE, Number, Reg};
use crate::error::{Error, ErrorKind, Outcome};
use crate::value::Value;
use crate::world::World;
use std::net::IpAddr;
use std::rc::Rc;

impl Machine {
    /// Whether the least significant byte comes first.
    fn is_little(&self, base: usize, order: Reg) -> bool {
        order != NONE && matches!(self.get(base, order), Value::Enum(0))
            || (order != NONE
                && matches!(self.get(base, order), Value::Enum(3))
                && cfg!(target_endian = "little"))
    }

    /// The raw bytes of a number, most significant first.
    fn raw<const N: usize>(
        &mut self,
        world: &mut World<'_>,
        n: usize,
        little: bool,
    ) -> Outcome<Option<[u8; N]>> {
        match self.have(world, n as u64)? {
            Have::Wait => return Ok(None),
            Have::Only(m) => {
                return Err(Error::parse(format!(
                    "expecting {n} bytes for unpacking value ({m} bytes available)"
                )));
            }
            Have::Enough => {}
        }
        let mut out = [0; N];
        if !self.input.stream.borrow().read(self.input.cursor, n, &mut out) {
            return Err(Error::new(ErrorKind::MissingData, "data is missing"));
        }
        if little {
            out[..n].reverse();
        }
        self.advance(self.input.cursor + n as u64);
        Ok(Some(out))
    }

    /// Reads an integer. Without a register that holds the order of bytes, `little` says it.
    pub(crate) fn unpack_int(
        &mut self,
        world: &mut World<'_>,
        base: usize,
        d: Reg,
        [signed, little]: [bool; 2],
        bits: u8,
        order: Reg,
    ) -> Outcome<Flow> {
        let little = if order == NONE { little } else { self.is_little(base, order) };
        let n = usize::from(bits / 8);
        let how = Number { bytes: bits / 8, signed, little };
        if let Some((v, end)) = self.in_one_piece(n as u64, |raw| read(raw, how)) {
            self.advance(end);
            self.put(base, d, v);
            return Ok(Flow::Next);
        }
        let Some(raw) = self.raw::<8>(world, n, little)? else { return Ok(Flow::Wait) };
        let value = raw[..n].iter().fold(0_u64, |v, b| v << 8 | u64::from(*b));
        self.put(base, d, super::arith::wrap(value, signed, bits));
        Ok(Flow::Next)
    }

    /// Numbers, addresses and ranges of bits.
    #[inline(never)]
    pub(crate) fn step_unpack(&mut self, world: &mut World<'_>, base: usize, inst: &Inst) -> Outcome<Flow> {
        match inst {
            Inst::UnpackReal { d, kind, order } => {
                let little = self.is_little(base, *order);
                let single = matches!(self.get(base, *kind), Value::Enum(0));
                let n = if single { 4 } else { 8 };
                let Some(raw) = self.raw::<8>(world, n, little)? else { return Ok(Flow::Wait) };
                let bits = raw[..n].iter().fold(0_u64, |v, b| v << 8 | u64::from(*b));
                let r = if single { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
                self.put(base, *d, Value::Real(r));
            }
            Inst::UnpackAddr { d, v6, order } => {
                let little = self.is_little(base, *order);
                let n = if *v6 { 16 } else { 4 };
                let Some(raw) = self.raw::<16>(world, n, little)? else { return Ok(Flow::Wait) };
                let addr =
                    if *v6 { IpAddr::from(raw) } else { IpAddr::from([raw[0], raw[1], raw[2], raw[3]]) };
                self.put(base, *d, Value::Addr(Rc::new(addr)));
            }
            Inst::Bits { d, s, from, to, item } => {
                let n = self.uint(base, *s)?;
                self.put(base, *d, super::arith::item(n, *from, *to, *item));
            }
            Inst::ExpectBits { s, value, name } => {
                if self.uint(base, *s)? != *value {
                    let name = world.program.texts.get(*name as usize).cloned().unwrap_or_default();
                    return Err(Error::parse(format!("unexpected value for bitfield element '{name}'")));
                }
            }
            _ => return Err(Error::internal("instruction")),
        }
        Ok(Flow::Next)
    }
}
