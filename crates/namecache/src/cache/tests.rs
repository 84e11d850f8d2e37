use super::*;

fn rules(policy: Policy) -> Polarity {
    Polarity { ttl: 60, policy, threshold: 1 }
}

fn value(n: u64) -> Value {
    Arc::from(n.to_le_bytes().as_slice())
}

#[test]
fn every_policy_equals_its_model_over_a_million_operations() {
    for (seed, policy) in [Policy::Fifo, Policy::Lru, Policy::Lfu].into_iter().enumerate() {
        assert_eq!(crate::model::compare(policy, 1_000_000, seed as u64 + 1), Ok(()), "{policy:?}");
    }
}

#[test]
fn nothing_outlives_its_time_touched_or_not() {
    let mut c = Cache::new(rules(Policy::Lru), 10, 0, [0, 0]);
    c.offer(0, b"a", &value(1), 0, None);
    assert!(c.get(59_999, b"a").is_some());
    assert!(c.get(60_000, b"a").is_none(), "a use does not prolong");
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
fn a_result_counts_only_after_so_many_equal_ones() {
    let mut c = Cache::new(Polarity { threshold: 3, ..rules(Policy::Lru) }, 10, 0, [0, 0]);
    assert_eq!(c.offer(0, b"k", &value(1), 0, None), Offered::Unsure(2));
    assert_eq!(c.offer(0, b"k", &value(1), 0, None), Offered::Unsure(1));
    assert!(c.get(0, b"k").is_none());
    assert_eq!(c.offer(0, b"k", &value(2), 0, None), Offered::Unsure(2), "another result begins anew");
    c.offer(0, b"k", &value(2), 0, None);
    assert_eq!(c.offer(0, b"k", &value(2), 0, None), Offered::Cached);
    assert!(c.get(0, b"k").is_some());
    assert_eq!(c.offer(0, b"k", &value(2), 0, None), Offered::Renewed);
}

#[test]
fn expired_answers_stand_in_only_within_the_grace() {
    let mut c = Cache::new(rules(Policy::Lru), 10, 30, [0, 0]);
    c.offer(0, b"k", &value(1), 0, None);
    c.get(0, b"k").unwrap().packet = 8;
    c.expire(60_000);
    assert!(c.get(60_000, b"k").is_none());
    assert_eq!(c.departed(), [8], "what is mapped goes at its time");
    assert!(c.expired_answer(89_999, b"k").is_some());
    c.expire(90_000);
    assert!(c.expired_answer(90_000, b"k").is_none());
    assert!(c.is_empty());
}

#[test]
fn mapped_answers_depart_with_their_entries() {
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
