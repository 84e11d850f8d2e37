//! The programs in both languages, with Zeek 8.0.9's figures as ratios to CPython 3.11 in the same run.

/// A program whose time is measured.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) zeek: &'static str,
    pub(super) python: &'static str,
    /// The ratio of Zeek's interpreter.
    pub(super) interpreted: f64,
    /// The ratio of Zeek with `-O ZAM`.
    pub(super) optimized: f64,
    /// The required speed as a multiple of `-O ZAM`'s.
    pub(super) times_optimized: f64,
}

/// A program whose memory is measured.
pub(super) struct Memory {
    pub(super) name: &'static str,
    pub(super) zeek: &'static str,
    /// Zeek's bytes per element.
    pub(super) zeek_bytes: u32,
    /// The maximum number of bytes per element.
    pub(super) limit: f64,
}

impl Program {
    /// Returns the limit of the ratio: four times as fast as the interpreter, and the required multiple of the
    /// optimizer's speed.
    pub(super) fn limit(&self) -> f64 {
        (self.interpreted / 4.0).min(self.optimized / self.times_optimized)
    }
}

pub(super) const SPEED: &[Program] = &[
    // 1 M queued events, one handler
    Program {
        name: "event",
        zeek: r##"global total = 0;
event tick(n: count, s: string) { total += n; }
event zeek_init() { local i = 0; while ( i < 1000000 ) { event tick(i, "x"); ++i; } }
event zeek_done() { print total; }
"##,
        python: r##"from collections import deque
total = 0
def tick(n, s):
    global total
    total += n
def main():
    q = deque(); i = 0
    while i < 1000000:
        q.append((tick, (i, "x"))); i += 1
    while q:
        f, a = q.popleft(); f(*a)
    print(total)
main()
"##,
        interpreted: 0.56,
        optimized: 0.49,
        times_optimized: 2.0,
    },
    // calls
    Program {
        name: "fib",
        zeek: r##"function fib(n: count): count { if ( n < 2 ) return n; return fib(n - 1) + fib(n - 2); }
event zeek_init() { print fib(27); }
"##,
        python: r##"def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)
print(fib(27))
"##,
        interpreted: 1.57,
        optimized: 1.53,
        times_optimized: 2.0,
    },
    // 1 M format calls
    Program {
        name: "fmt",
        zeek: r##"event zeek_init() { local i = 0; local n = 0; while ( i < 1000000 ) { n += |fmt("%d-%s-%.2f", i, "abc", 1.5)|; ++i; } print n; }
"##,
        python: r##"def main():
    i = 0; n = 0
    while i < 1000000:
        n += len("%d-%s-%.2f" % (i, "abc", 1.5)); i += 1
    print(n)
main()
"##,
        interpreted: 1.52,
        optimized: 1.33,
        times_optimized: 2.0,
    },
    // 5 M additions
    Program {
        name: "loop",
        zeek: r##"event zeek_init() { local i = 0; local s = 0; while ( i < 5000000 ) { s += i; ++i; } print s; }
"##,
        python: r##"def main():
    i = 0; s = 0
    while i < 5000000:
        s += i; i += 1
    print(s)
main()
"##,
        interpreted: 1.87,
        optimized: 0.18,
        times_optimized: 1.0,
    },
    // 3 M double field updates
    Program {
        name: "record",
        zeek: r##"type R: record { a: count &default=0; b: count &default=0; s: string &optional; };
event zeek_init() { local r = R(); local i = 0; while ( i < 3000000 ) { r$a += 1; r$b = r$a + i; ++i; } print r$a, r$b; }
"##,
        python: r##"class R: pass
def main():
    r = R(); r.a = 0; r.b = 0; i = 0
    while i < 3000000:
        r.a += 1; r.b = r.a + i; i += 1
    print(r.a, r.b)
main()
"##,
        interpreted: 1.59,
        optimized: 0.16,
        times_optimized: 1.0,
    },
    // 5 passes over 200 K records in a set
    Program {
        name: "recset",
        zeek: r##"type K: record { h: addr; p: port; };
event zeek_init() { local s: set[K] = set(); local i = 0; while ( i < 200000 ) { add s[K($h=count_to_v4_addr(i), $p=80/tcp)]; ++i; } local n = 0; local k = 0; while ( k < 5 ) { for ( e in s ) if ( e$p == 80/tcp ) ++n; ++k; } print n; }
"##,
        python: r##"from ipaddress import IPv4Address as A
from collections import namedtuple
K = namedtuple("K", "h p")
def main():
    s = set(); i = 0
    while i < 200000:
        s.add(K(A(i), (80, "tcp"))); i += 1
    n = 0; k = 0
    while k < 5:
        for e in s:
            if e.p == (80, "tcp"): n += 1
        k += 1
    print(n)
main()
"##,
        interpreted: 1.27,
        optimized: 1.02,
        times_optimized: 2.0,
    },
    // 1 M inserts and lookups by address
    Program {
        name: "taddr",
        zeek: r##"event zeek_init() { local t: table[addr] of count = table(); local i = 0; while ( i < 1000000 ) { t[count_to_v4_addr(i)] = i; ++i; } i = 0; local s = 0; while ( i < 1000000 ) { s += t[count_to_v4_addr(i)]; ++i; } print s; }
"##,
        python: r##"from ipaddress import IPv4Address as A
def main():
    t = {}; i = 0
    while i < 1000000:
        t[A(i)] = i; i += 1
    i = 0; s = 0
    while i < 1000000:
        s += t[A(i)]; i += 1
    print(s)
main()
"##,
        interpreted: 0.82,
        optimized: 0.74,
        times_optimized: 2.0,
    },
    // the same by address and port
    Program {
        name: "taddrport",
        zeek: r##"event zeek_init() { local t: table[addr, port] of count = table(); local i = 0; while ( i < 1000000 ) { t[count_to_v4_addr(i), count_to_port(i % 65536, tcp)] = i; ++i; } i = 0; local s = 0; while ( i < 1000000 ) { s += t[count_to_v4_addr(i), count_to_port(i % 65536, tcp)]; ++i; } print s; }
"##,
        python: r##"from ipaddress import IPv4Address as A
def main():
    t = {}; i = 0
    while i < 1000000:
        t[A(i), (i % 65536, "tcp")] = i; i += 1
    i = 0; s = 0
    while i < 1000000:
        s += t[A(i), (i % 65536, "tcp")]; i += 1
    print(s)
main()
"##,
        interpreted: 0.65,
        optimized: 0.66,
        times_optimized: 2.0,
    },
    // the same by string
    Program {
        name: "tstr",
        zeek: r##"event zeek_init() { local t: table[string] of count = table(); local i = 0; while ( i < 1000000 ) { t[cat("key", i)] = i; ++i; } i = 0; local s = 0; while ( i < 1000000 ) { s += t[cat("key", i)]; ++i; } print s; }
"##,
        python: r##"def main():
    t = {}; i = 0
    while i < 1000000:
        t["key" + str(i)] = i; i += 1
    i = 0; s = 0
    while i < 1000000:
        s += t["key" + str(i)]; i += 1
    print(s)
main()
"##,
        interpreted: 1.69,
        optimized: 1.32,
        times_optimized: 2.0,
    },
    // 1 M appends, 5 passes
    Program {
        name: "vector",
        zeek: r##"event zeek_init() { local v: vector of count; local i = 0; while ( i < 1000000 ) { v += i; ++i; } local s = 0; local k = 0; while ( k < 5 ) { for ( idx, x in v ) s += x; ++k; } print s; }
"##,
        python: r##"def main():
    v = []; i = 0
    while i < 1000000:
        v.append(i); i += 1
    s = 0; k = 0
    while k < 5:
        for idx, x in enumerate(v): s += x
        k += 1
    print(s)
main()
"##,
        interpreted: 1.79,
        optimized: 0.24,
        times_optimized: 1.0,
    },
];

pub(super) const MEMORY: &[Memory] = &[
    Memory {
        name: "memtable",
        zeek: r##"event zeek_init() { local t: table[addr] of count = table(); local i = 0; while ( i < 1000000 ) { t[count_to_v4_addr(i)] = i; ++i; } print |t|; }
"##,
        zeek_bytes: 177,
        limit: 70.0,
    },
    Memory {
        name: "mememptytables",
        zeek: r##"type R: record { t: table[string] of count; };
global v: vector of R;
event zeek_init() { local i = 0; while ( i < 1000000 ) { v += R($t=table()); ++i; } print |v|; }
"##,
        zeek_bytes: 446,
        limit: 120.0,
    },
    Memory {
        name: "memone",
        zeek: r##"type R: record { t: table[string] of count; };
global v: vector of R;
event zeek_init() { local i = 0; while ( i < 1000000 ) { local r = R($t=table()); r$t["k"] = i; v += r; ++i; } print |v|; }
"##,
        zeek_bytes: 574,
        limit: 220.0,
    },
];
