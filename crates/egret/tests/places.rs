//! Locations of addresses, from databases in MaxMind's format that the tests make.
//! <https://maxmind.github.io/MaxMind-DB/>
#![expect(clippy::disallowed_methods, reason = "tests write what a run reads")]
mod program;

use program::{egret, said};
use std::fs;
use std::path::Path;

/// A value of a database.
enum V {
    Map(Vec<(&'static str, V)>),
    Array(Vec<V>),
    Text(&'static str),
    Double(f64),
    Number(u32),
    Short(u16),
    Long(u64),
}

impl V {
    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            V::Map(entries) => {
                out.push(0xe0 | entries.len() as u8);
                for (key, v) in entries {
                    V::Text(key).encode(out);
                    v.encode(out);
                }
            }
            // Types above 7 take a second byte.
            V::Array(items) => {
                out.extend([items.len() as u8, 4]);
                items.iter().for_each(|v| v.encode(out));
            }
            V::Text(t) => {
                // Sizes from 29 on take a byte of their own.
                match t.len() as u8 {
                    short @ ..29 => out.push(0x40 | short),
                    long => out.extend([0x40 | 29, long - 29]),
                }
                out.extend(t.as_bytes());
            }
            V::Double(d) => {
                out.push(0x68);
                out.extend(d.to_be_bytes());
            }
            V::Number(n) => {
                out.push(0xc4);
                out.extend(n.to_be_bytes());
            }
            V::Short(n) => {
                out.push(0xa2);
                out.extend(n.to_be_bytes());
            }
            V::Long(n) => {
                out.extend([8, 2]);
                out.extend(n.to_be_bytes());
            }
        }
    }
}

/// A database of IPv4 with a single /16 network.
fn database(network: [u8; 2], found: &V) -> Vec<u8> {
    let mut out = Vec::new();
    let nodes = 16_u32;
    for at in 0..nodes {
        let bit = network[at as usize / 8] >> (7 - at % 8) & 1;
        // The last node points to the first byte of the data, after a separator of 16 zero bytes.
        let on = if at + 1 < nodes { at + 1 } else { nodes + 16 };
        for side in 0..2 {
            out.extend(&(if side == bit { on } else { nodes }).to_be_bytes()[1..]);
        }
    }
    out.extend([0; 16]);
    found.encode(&mut out);
    out.extend(b"\xab\xcd\xefMaxMind.com");
    V::Map(vec![
        ("binary_format_major_version", V::Short(2)),
        ("binary_format_minor_version", V::Short(0)),
        ("build_epoch", V::Long(1)),
        ("database_type", V::Text("Test")),
        ("description", V::Map(Vec::new())),
        ("ip_version", V::Short(4)),
        ("languages", V::Array(Vec::new())),
        ("node_count", V::Number(nodes)),
        ("record_size", V::Short(24)),
    ])
    .encode(&mut out);
    out
}

/// Runs a script in a folder. Returns standard output and standard error.
fn run(folder: &Path, script: &str) -> (String, String) {
    fs::write(folder.join("test.zeek"), script).unwrap();
    let said = said(egret(folder).args(["-b", "test.zeek"]));
    (said.out, said.err)
}

#[test]
fn places_and_systems_of_addresses_are_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let text = V::Text;
    let place = V::Map(vec![
        ("country", V::Map(vec![("iso_code", text("NL"))])),
        ("subdivisions", V::Array(vec![V::Map(vec![("iso_code", text("ZH"))])])),
        ("city", V::Map(vec![("names", V::Map(vec![("en", text("Leiden"))]))])),
        ("location", V::Map(vec![("latitude", V::Double(52.16)), ("longitude", V::Double(4.5))])),
    ]);
    let system = V::Map(vec![
        ("autonomous_system_number", V::Number(1103)),
        ("autonomous_system_organization", text("SURF")),
    ]);
    fs::write(folder.path().join("GeoLite2-City.mmdb"), database([132, 229], &place)).unwrap();
    fs::write(folder.path().join("own.mmdb"), database([132, 229], &system)).unwrap();
    let (said, complaints) = run(
        folder.path(),
        "redef mmdb_dir = \".\"; redef mmdb_dir_fallbacks = vector();\n\
         event zeek_init() {\n\
         print mmdb_open_asn_db(\"none.mmdb\"), mmdb_open_asn_db(\"own.mmdb\");\n\
         print lookup_location(132.229.1.1); print lookup_autonomous_system(132.229.1.1);\n\
         print lookup_location(132.230.1.1); }",
    );
    assert_eq!(
        said,
        "F, T\n[country_code=NL, region=ZH, city=Leiden, latitude=52.16, longitude=4.5]\n\
         [number=1103, organization=SURF]\n\
         [country_code=<uninitialized>, region=<uninitialized>, city=<uninitialized>, latitude=<uninitialized>, \
         longitude=<uninitialized>]\n",
        "{complaints}"
    );
    assert_eq!(complaints, "");
}

#[test]
fn missing_and_broken_databases_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.mmdb"), b"nothing").unwrap();
    let (said, complaints) = run(
        folder.path(),
        "redef mmdb_dir_fallbacks = vector();\n\
         event zeek_init() { print mmdb_open_location_db(\"broken.mmdb\"); print lookup_autonomous_system(10.0.0.1)?$number;\n\
         print lookup_autonomous_system(10.0.0.2)?$number; }",
    );
    assert_eq!(said, "F\nF\nF\n");
    assert!(
        complaints.contains(
            "Failed to open MaxMind DB: broken.mmdb [The MaxMind DB file contains invalid metadata]"
        ),
        "{complaints}"
    );
    assert_eq!(complaints.matches("Failed to open GeoIP ASN database").count(), 1, "{complaints}");
}
