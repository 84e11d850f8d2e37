//! The reader of random rows, for measuring the throughput of the input framework. The source is the number of rows per
//! second.
use super::{Mode, Reader, Request, Settings, Step};
use crate::item::Item;
use crate::outbox::Outbox;
use net_types::{Addr, Port, Subnet};
use outside::Sources;
use seeds::Random;
use value::{Str, Type};

pub(super) struct Benchmark {
    request: Request,
    rows: f64,
    factor: f64,
    add: f64,
    beat: f64,
    random: Random,
    /// The number of rows that remain in this pass.
    left: u64,
}

/// The number of rows made in one step, before other streams get their turn.
const AT_ONCE: usize = 256;

impl Benchmark {
    pub(super) fn new(request: Request, settings: &Settings<'_>) -> Self {
        let digits: String = request.source.chars().take_while(char::is_ascii_digit).collect();
        Benchmark {
            rows: digits.parse().unwrap_or(0.0),
            factor: settings.number("InputBenchmark::factor"),
            add: settings.number("InputBenchmark::addfactor"),
            beat: settings.number("Threading::heartbeat_interval"),
            random: Random::new(1),
            left: 0,
            request,
        }
    }

    fn item(&mut self, ty: &Type, now: f64) -> Option<Item> {
        let address = Addr::v4([192, 168, 17, 1]);
        let n = self.random.next_number();
        Some(match ty {
            Type::String => {
                let letters: Vec<u8> =
                    (0..10).map(|_| b'a' + (self.random.next_number() % 26) as u8).collect();
                Item::String(Str::new(&letters))
            }
            Type::Bool => Item::Bool(true),
            Type::Int => Item::Int(i64::from(n as u32 >> 1)),
            Type::Count => Item::Count(u64::from(n as u32 >> 1)),
            Type::Double | Type::Interval => Item::Double(f64::from(n as u32 >> 1)),
            Type::Time => Item::Double(now),
            Type::Port => Item::Port(Port { num: (n % 60_000) as u16, ..Port::default() }),
            Type::Addr => Item::Addr(address),
            Type::Subnet => Item::Subnet(Subnet::new(address, 16)?),
            Type::Table(t) => self.many(t.index.first()?, now)?,
            Type::Vector(v) => self.many(&v.elem, now)?,
            _ => return None,
        })
    }

    fn many(&mut self, elem: &Type, now: f64) -> Option<Item> {
        let len = self.random.next_number() % 15;
        (0..len).map(|_| self.item(elem, now)).collect::<Option<_>>().map(Item::Many)
    }
}

impl Reader for Benchmark {
    fn open(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        self.update(world, outbox)
    }

    fn update(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        self.left = (self.rows * self.beat) as u64;
        self.read_on(world, outbox)
    }

    fn read_on(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        let now = world.wall_clock();
        let types: Vec<Type> = self.request.columns.iter().map(|c| c.ty.clone()).collect();
        while self.left > 0 {
            self.left -= 1;
            let mut items = Vec::with_capacity(types.len());
            for ty in &types {
                match self.item(ty, now) {
                    Some(item) => items.push(item),
                    None => {
                        outbox.error(format!("unsupported field format {}", ty.tag_name()));
                        return Step::Done;
                    }
                }
            }
            outbox.row(items);
            if outbox.waiting() >= AT_ONCE {
                return Step::More;
            }
        }
        if self.request.mode != Mode::Stream {
            outbox.end_of_pass();
        }
        Step::Done
    }

    fn wants_update(&mut self) -> bool {
        self.rows = (self.rows * self.factor).trunc() + self.add;
        self.request.mode != Mode::Manual
    }
}
