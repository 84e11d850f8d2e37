//! Computes the times of rotations.
use crate::calendar;
use crate::call::Call;

/// Returns the base time `HH:MM` in seconds after midnight; `None` if it is empty.
pub(crate) fn base_time(c: &mut Call<'_>) -> Option<f64> {
    let base = c.global("log_rotate_base_time")?.as_string()?.clone();
    if base.is_empty() {
        return None;
    }
    let text = base.to_text().into_owned();
    let parsed =
        text.split_once(':').and_then(|(h, m)| Some((h.parse::<u32>().ok()?, m.parse::<u32>().ok()?)));
    match parsed {
        Some((h, m)) if h < 24 && m < 60 => Some(f64::from(h * 3600 + m * 60)),
        _ => {
            c.report("calc_next_rotate(): can't parse rotation base time");
            None
        }
    }
}

/// Returns the seconds until the next rotation: the next multiple of the interval, counted from the base time of the
/// day.
pub(crate) fn until_rotation(now: f64, interval: f64, base: Option<f64>) -> f64 {
    match base.and_then(|b| Some(calendar::midnight(now as i64)? + b)) {
        None => (now / interval).floor() * interval + interval - now,
        Some(start) => {
            let wait = start + ((now - start) / interval).ceil() * interval - now;
            if wait > 0.0 { wait } else { interval }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "whole seconds")]
    fn rotation_without_a_base_is_at_round_times() {
        assert_eq!(until_rotation(7.0, 5.0, None), 3.0);
        assert_eq!(until_rotation(10.0, 5.0, None), 5.0);
    }
}
