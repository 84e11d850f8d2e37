//! Compares successive answers to a question.
use crate::{Mapping, Notice, Question};
use net_types::Addr;

/// Reports the changes from one mapping to the next.
pub(crate) fn compare(q: &Question, before: Mapping, now: Mapping, notices: &mut Vec<Notice>) {
    let mut note = |event, mappings: Vec<Mapping>, sets| {
        notices.push(Notice::Changed { event, question: q.clone(), mappings, sets });
    };
    match (before.valid, now.valid) {
        (false, false) => return,
        (false, true) => return note("dns_mapping_valid", vec![now], Vec::new()),
        (true, false) => return note("dns_mapping_unverified", vec![before], Vec::new()),
        (true, true) => {}
    }
    let missing = |from: &Mapping, to: &Mapping| -> Vec<Addr> {
        from.addrs.iter().filter(|x| !to.addrs.contains(x)).copied().collect()
    };
    let sets = vec![missing(&before, &now), missing(&now, &before)];
    match (&before.name, &now.name) {
        (None, Some(_)) => note("dns_mapping_new_name", vec![now.clone()], Vec::new()),
        (Some(_), None) => note("dns_mapping_lost_name", vec![before], Vec::new()),
        (a, b) if a != b => note("dns_mapping_name_changed", vec![before, now.clone()], Vec::new()),
        _ => {}
    }
    if sets.iter().any(|s| !s.is_empty()) {
        note("dns_mapping_altered", vec![now], sets);
    }
}
