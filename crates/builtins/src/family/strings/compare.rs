//! String comparison: edit distance and common parts.
use super::align;
use crate::call::{Answer, Call};
use value::{Record, Str, Value, Vector};

/// The maximum product of two strings' lengths, to which the time of `levenshtein_distance` is proportional.
const MAX_EDIT_CELLS: usize = 1 << 26;

pub(super) fn levenshtein_distance(c: &mut Call<'_>) -> Answer {
    let (a, b) = (c.str(0)?, c.str(1)?);
    if a.len().saturating_mul(b.len()) > MAX_EDIT_CELLS {
        c.error("levenshtein_distance: strings too long");
        return Ok(0_u64.into());
    }
    // The edit distances from the prefix of `a` read so far to each non-empty prefix of `b`.
    let mut row: Vec<usize> = (1..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let (mut corner, mut left) = (i, i + 1);
        for (cell, y) in row.iter_mut().zip(b.iter()) {
            let changed = corner + usize::from(x != y);
            corner = *cell;
            left = changed.min(left + 1).min(corner + 1);
            *cell = left;
        }
    }
    Ok((row.last().copied().unwrap_or(a.len()) as u64).into())
}

pub(super) fn strcmp(c: &mut Call<'_>) -> Answer {
    let (a, b) = (c.str(0)?, c.str(1)?);
    Ok((a.cmp(&b) as i64).into())
}

pub(super) fn str_smith_waterman(c: &mut Call<'_>) -> Answer {
    let (a, b, params) = (c.str(0)?, c.str(1)?, c.record(2)?);
    let min_len = params.get(0).and_then(|v| v.as_count()).unwrap_or(3);
    let collect = match params.get(1).and_then(|v| v.as_count()) {
        Some(1) => align::Collect::All,
        _ => align::Collect::Best,
    };
    let min_len = usize::try_from(min_len).unwrap_or(usize::MAX);
    let Some(parts) = align::common_parts(&a, &b, min_len, collect) else {
        c.error("str_smith_waterman: strings too long");
        return c.empty_vector("sw_substring_vec");
    };
    let (part_type, place_type) = (c.record_type("sw_substring")?, c.record_type("sw_align")?);
    let places_type = c.vector_type("sw_align_vec")?;
    let values = parts.into_iter().map(|p| {
        let place = |text: &Str, at: usize| {
            let r = Record::new(place_type.clone());
            r.set(0, text.clone().into());
            r.set(1, (at as u64).into());
            Value::Record(r)
        };
        let places = vec![place(&a, p.at[0]), place(&b, p.at[1])];
        let r = Record::new(part_type.clone());
        r.set(0, Value::string(&p.text));
        r.set(1, Vector::from_values(places_type.clone(), places).into());
        r.set(2, p.starts_alignment.into());
        Value::Record(r)
    });
    let values = values.collect();
    c.vector_of("sw_substring_vec", values)
}
