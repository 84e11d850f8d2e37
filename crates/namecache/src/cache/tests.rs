use super::*;

fn rules(policy: Policy) -> Polarity {
    Polarity { ttl: 60, policy, threshold: 1 }
}

fn value(n: u64) -> Value {
    Arc::from(n.to_le_bytes().as_slice())
}

#[test]
fn each_policy_behaves_as_its_model_over_a_million_operations() {
    for (seed, policy) in [Policy::Fifo, Policy::Lru, Policy::Lfu].into_iter().enumerate() {
        assert_eq!(crate::model::compare(policy, 1_000_000, seed as u64 + 1), Ok(()), "{policy:?}");
    }
}

#[test]
fn entries_expire_on_time_used_or_not() {
    let mut c = Cache::new(rules(Policy::Lru), 10, 0, [0, 0]);
    c.offer(0, b"a", &value(1), 0, None);
    assert!(c.get(59_999, b"a").is_some());
    assert!(c.get(60_000, b"a").is_none(), "a use does not renew the expiry");
    assert_eq!(c.next_expiry(0), Some(60_000));
    assert_eq!(c.expire(60_000), 1);
    assert!(c.is_empty());
}

#[test]
fn limits_are_exact_for_every_size() {
    for limit in [1, 2, 3, 1000, 2048, 2049] {
        let mut c = Cache::new(rules(Policy::Fifo), limit, 0, [3, 4]);
        for k in 0..u64::from(limit) * 2 {
            c.offer(0, &k.to_le_bytes(), &value(k), 0, None);
            assert!(c.len() <= limit as usize);
        }
        assert_eq!(c.len(), limit as usize);
    }
}

#[test]
fn a_result_counts_only_after_the_threshold_of_equal_ones() {
    let mut c = Cache::new(Polarity { threshold: 3, ..rules(Policy::Lru) }, 10, 0, [0, 0]);
    assert_eq!(c.offer(0, b"k", &value(1), 0, None), Offered::Unsure(2));
    assert_eq!(c.offer(0, b"k", &value(1), 0, None), Offered::Unsure(1));
    assert!(c.get(0, b"k").is_none());
    assert_eq!(
        c.offer(0, b"k", &value(2), 0, None),
        Offered::Unsure(2),
        "a different result starts the count again"
    );
    c.offer(0, b"k", &value(2), 0, None);
    assert_eq!(c.offer(0, b"k", &value(2), 0, None), Offered::Cached);
    assert!(c.get(0, b"k").is_some());
    assert_eq!(c.offer(0, b"k", &value(2), 0, None), Offered::Renewed);
}

#[test]
fn expired_answers_are_served_only_within_the_grace_period() {
    let mut c = Cache::new(rules(Policy::Lru), 10, 30, [0, 0]);
    c.offer(0, b"k", &value(1), 0, None);
    c.get(0, b"k").unwrap().packet = 8;
    c.expire(60_000);
    assert!(c.get(60_000, b"k").is_none());
    assert_eq!(c.departed(), [8], "the mapped answer expires on time");
    assert!(c.expired_answer(89_999, b"k").is_some());
    c.expire(90_000);
    assert!(c.expired_answer(90_000, b"k").is_none());
    assert!(c.is_empty());
}

#[test]
fn mapped_answers_become_invalid_with_their_entries() {
    let mut c = Cache::new(rules(Policy::Fifo), 2, 0, [0, 0]);
    for (k, packet) in [(b"a", 8), (b"b", 16), (b"c", 24)] {
        c.offer(0, k, &value(0), 0, None);
        c.get(0, k).unwrap().packet = packet;
    }
    assert_eq!(c.departed(), [8], "evicted");
    c.offer(0, b"b", &value(9), 0, None);
    assert_eq!(c.departed(), [16], "replaced");
    c.clear();
    assert_eq!(c.departed(), [24], "cleared");
}
