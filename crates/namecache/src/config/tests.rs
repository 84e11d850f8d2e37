use super::*;

/// Checks the message of the first error.
fn check_wrong(text: &str, complaint: &str) {
    let wrong = Config::parse(text).expect_err(text);
    assert_eq!(wrong[0].to_string(), complaint, "{text}");
}

#[test]
fn an_example_parses_with_the_documented_defaults() {
    let c = Config::parse(
        "enable-cache passwd yes\nenable-cache services yes\n\
         keep-hot-count services 16000\nsuggested-size services 1889\n",
    )
    .unwrap();
    let services = c.cache("services").unwrap();
    assert!(services.enabled && services.actual_lookups && services.check_files && services.shared);
    assert_eq!((services.keep_hot_count, services.suggested_size), (16000, 1889));
    let passwd = c.cache("passwd").unwrap();
    assert_eq!(passwd.positive, Polarity { ttl: 3600, policy: Policy::Lru, threshold: 1 });
    assert_eq!(passwd.negative, Polarity { ttl: 60, policy: Policy::Fifo, threshold: 1 });
    assert_eq!((passwd.keep_hot_count, passwd.suggested_size), (2048, 257));
}

#[test]
fn a_cache_is_disabled_by_default() {
    let c = Config::parse("positive-time-to-live mine 5 # seconds\n\n").unwrap();
    let mine = c.cache("mine").unwrap();
    assert!(!mine.enabled && !mine.actual_lookups);
    assert_eq!(mine.database, None);
}

#[test]
fn an_error_names_the_line_and_what_was_expected() {
    check_wrong("\nthreads none", "2: expected a number from 1 to 64, found `none`");
    check_wrong("threads", "1: expected one word after threads, found nothing");
    check_wrong("enable-cache passwd maybe", "1: expected yes or no, found `maybe`");
    check_wrong("enable-cache passwd", "1: expected `enable-cache NAME VALUE`, found 1 words after it");
    check_wrong("negative-policy passwd random", "1: expected fifo, lru or lfu, found `random`");
    check_wrong("colour passwd blue", "1: expected an option of egret-cached.conf, found `colour`");
    check_wrong("positive-time-to-live passwd 0", "1: expected a number from 1 to 315360000, found `0`");
    check_wrong("precache netgroup yes", "1: expected a database that can be listed, found `netgroup`");
    check_wrong("perform-actual-lookups mine yes", "1: expected a database of nsswitch.conf, found `mine`");
    check_wrong("paranoia", "1: expected one word after paranoia, found nothing");
}

#[test]
fn all_erroneous_lines_are_reported() {
    let wrong = Config::parse("threads 0\nenable-cache passwd yes\nthreads x").unwrap_err();
    assert_eq!(wrong.iter().map(|w| w.line).collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn options_of_nscd_without_effect_are_reported() {
    let c = Config::parse("paranoia no\npersistent passwd yes\n").unwrap();
    assert_eq!(c.without_effect.len(), 2);
    assert_eq!(c.without_effect[1].0, 2);
}

#[test]
fn the_number_of_caches_is_capped() {
    let text: String = (0..65).map(|i| format!("enable-cache c{i} yes\n")).collect();
    check_wrong(&text, "65: expected at most 64 caches, found `c64`");
}
