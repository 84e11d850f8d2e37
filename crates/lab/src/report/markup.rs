//! Formats numbers and text as HTML.

/// Formats a figure with about three significant digits; whole numbers in full.
pub(super) fn number(v: f64) -> String {
    let a = v.abs();
    if a >= 1e9 {
        return format!("{:.1} G", v / 1e9);
    }
    let whole = v.fract() == 0.0;
    if a >= 1000.0 || whole {
        return thousands(v);
    }
    let decimals = match a {
        _ if a >= 100.0 => 0,
        _ if a >= 10.0 => 1,
        _ if a >= 1.0 => 2,
        _ if a >= 0.01 => 3,
        _ => (1 - a.log10().floor() as i32).clamp(3, 9) as usize,
    };
    format!("{v:.decimals$}")
}

fn thousands(v: f64) -> String {
    let digits = format!("{:.0}", v.abs());
    let mut out = if v < 0.0 { "−".to_owned() } else { String::new() };
    for (i, d) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(d);
    }
    out
}

/// Escapes text for HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
