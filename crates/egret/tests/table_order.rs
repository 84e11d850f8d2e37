//! The order in which scripts walk tables: `--table-order`, and what seeds change.
#![allow(clippy::disallowed_methods, reason = "a test runs the program")]
mod program;

use program::{egret, said};

const SCRIPT: &str = "global s = set(3, 1, 4, 15, 9, 2, 6, 5, 35, 8);
global ordered = set(3, 1, 4, 15, 9) &ordered;
global expiring: set[count] &create_expire=1min;
event zeek_init()
	{
	delete s[4];
	add s[77];
	print s, ordered;
	for ( i in s )
		add expiring[i];
	print expiring;
	}
";

/// Seeds like those of a seed file: 21 numbers.
const SEEDS: &str = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21";

/// The numbers that a run prints, each set on a line.
fn walked(options: &[&str], seeds: Option<&str>) -> Vec<Vec<u32>> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.zeek"), SCRIPT).expect("a script");
    let mut run = egret(folder.path());
    run.env_remove("ZEEK_SEED_FILE").args(["-b", "x.zeek"]).args(options);
    if let Some(seeds) = seeds {
        run.env("ZEEK_SEED_VALUES", seeds);
    }
    let said = said(&mut run);
    assert!(said.status.success(), "{}", said.err);
    let sets = said.out.split('}').filter(|set| set.contains('{'));
    let numbers = |set: &str| {
        let digits = |c: char| !c.is_ascii_digit();
        set.split(digits).filter_map(|n| n.parse().ok()).collect()
    };
    sets.map(numbers).collect()
}

const INSERTION: [&[u32]; 3] =
    [&[3, 1, 15, 9, 2, 6, 5, 35, 8, 77], &[3, 1, 4, 15, 9], &[3, 1, 15, 9, 2, 6, 5, 35, 8, 77]];

#[test]
fn a_default_run_walks_tables_as_they_were_filled() {
    assert_eq!(walked(&[], None), INSERTION);
    assert_eq!(walked(&["-D"], None), INSERTION);
    assert_eq!(walked(&["--table-order", "insertion"], Some(SEEDS)), INSERTION);
}

#[test]
fn seeds_that_are_given_bring_zeeks_order() {
    let zeeks = walked(&[], Some(SEEDS));
    assert_eq!(zeeks, walked(&["--table-order", "zeek"], Some(SEEDS)));
    let [set, ordered, expiring] = &zeeks[..] else { panic!("{zeeks:?}") };
    assert_ne!(set, INSERTION[0]);
    assert_eq!(ordered, INSERTION[1]);
    let sorted = |set: &[u32]| {
        let mut set = set.to_vec();
        set.sort_unstable();
        set
    };
    assert_eq!(sorted(set), sorted(INSERTION[0]));
    assert_eq!(sorted(expiring), sorted(INSERTION[2]));
}

#[test]
fn seeds_of_zeros_give_the_order_that_zeek_has_with_d() {
    let zeeks: [&[u32]; 3] =
        [&[3, 5, 2, 8, 1, 6, 77, 9, 35, 15], INSERTION[1], &[3, 5, 2, 8, 1, 6, 77, 9, 35, 15]];
    let walked = walked(&["-D", "--table-order", "zeek"], None);
    assert_eq!(walked[..2], zeeks[..2]);
    assert_eq!(walked[2].len(), zeeks[2].len());
}
