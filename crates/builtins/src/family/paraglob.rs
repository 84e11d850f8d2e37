//! Matches many globs against a string: `*`, `?`, `[…]` and backslash, as in the shell.
use crate::call::{Answer, Call, Stop, family};
use crate::slices::{head, tail};
use value::{Opaque, OpaqueState, Type, Value};

family! {
    "paraglob_init" => paraglob_init,
    "paraglob_match" => paraglob_match,
    "paraglob_equals" => paraglob_equals,
}

/// Globs, sorted.
#[derive(Clone, PartialEq, Eq)]
struct Paraglob(Vec<Vec<u8>>);

impl OpaqueState for Paraglob {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(self.clone()))
    }
}

fn paraglob_init(c: &mut Call<'_>) -> Answer {
    let globs = c.arg(0).as_vector().filter(|v| matches!(v.vector_type().elem, Type::String)).cloned();
    let Some(globs) = globs else {
        c.report("paraglob requires a vector of strings for initialization.");
        return c.nothing();
    };
    let mut globs: Vec<Vec<u8>> =
        globs.items().iter().flatten().filter_map(|v| Some(v.as_string()?.to_vec())).collect();
    globs.sort();
    globs.dedup();
    Ok(Value::Opaque(Opaque::new("paraglob", Paraglob(globs))))
}

fn paraglob_match(c: &mut Call<'_>) -> Answer {
    let (o, s) = (c.opaque(0)?, c.str(1)?);
    let p = o.state::<Paraglob>().ok_or(Stop::WrongOpaque)?;
    let found = p.0.iter().filter(|g| glob_matches(g, &s)).map(Value::string).collect();
    c.vector_of("string_vec", found)
}

fn paraglob_equals(c: &mut Call<'_>) -> Answer {
    let (a, b) = (c.opaque(0)?, c.opaque(1)?);
    let same = *a.state::<Paraglob>().ok_or(Stop::WrongOpaque)?
        == *b.state::<Paraglob>().ok_or(Stop::WrongOpaque)?;
    Ok(same.into())
}

/// The bytes that one element of a glob matches.
enum Step<'g> {
    Any,
    One,
    Class(&'g [u8]),
    Byte(u8),
}

/// Splits off the first element of a glob. An unclosed bracket matches itself.
fn step(glob: &[u8]) -> Option<(Step<'_>, &[u8])> {
    let (&first, rest) = glob.split_first()?;
    Some(match first {
        b'*' => (Step::Any, rest),
        b'?' => (Step::One, rest),
        b'[' => {
            let from = usize::from(matches!(rest.first(), Some(b'!' | b'^')));
            // A closing bracket at the start belongs to the class.
            match rest.iter().skip(from + 1).position(|&b| b == b']') {
                Some(n) => (Step::Class(head(rest, from + 1 + n)), tail(rest, from + n + 2)),
                None => (Step::Byte(b'['), rest),
            }
        }
        b'\\' => match rest.split_first() {
            Some((&literal, rest)) => (Step::Byte(literal), rest),
            None => (Step::Byte(b'\\'), rest),
        },
        b => (Step::Byte(b), rest),
    })
}

fn class_has(class: &[u8], b: u8) -> bool {
    let (negated, mut class) = match class {
        [b'!' | b'^', rest @ ..] => (true, rest),
        _ => (false, class),
    };
    let mut has = false;
    loop {
        class = match class {
            [] => return has != negated,
            [first, b'-', last, rest @ ..] => {
                has |= (first..=last).contains(&&b);
                rest
            }
            [one, rest @ ..] => {
                has |= *one == b;
                rest
            }
        };
    }
}

/// Whether all of `s` matches. Backtracking to the last `*` suffices, so the time is at most the product of the
/// lengths.
pub(super) fn glob_matches(glob: &[u8], s: &[u8]) -> bool {
    let (mut g, mut at) = (glob, 0);
    let mut back: Option<(&[u8], usize)> = None;
    loop {
        let taken = match step(g) {
            Some((Step::Any, rest)) => {
                back = Some((rest, at));
                g = rest;
                continue;
            }
            None => at == s.len(),
            Some((one, rest)) => {
                let fits = s.get(at).is_some_and(|&b| match one {
                    Step::One | Step::Any => true,
                    Step::Class(class) => class_has(class, b),
                    Step::Byte(x) => x == b,
                });
                if fits {
                    (g, at) = (rest, at + 1);
                    continue;
                }
                false
            }
        };
        if taken {
            return true;
        }
        match back {
            Some((rest, from)) if from < s.len() => {
                back = Some((rest, from + 1));
                (g, at) = (rest, from + 1);
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_strings() {
        for (glob, s, expected) in [
            ("*", "", true),
            ("*og", "dog", true),
            ("d?g", "dog", true),
            ("d?g", "doog", false),
            ("*do[rg]", "odor dog", true),
            ("[!a-c]x", "dx", true),
            ("[!a-c]x", "bx", false),
            ("[]x]", "]", true),
            ("[", "[", true),
            (r"\*", "*", true),
            (r"\*", "x", false),
            ("a*b*c", "a-b-b-c", true),
            ("", "", true),
        ] {
            assert_eq!(glob_matches(glob.as_bytes(), s.as_bytes()), expected, "{glob} {s}");
        }
    }

    #[test]
    fn many_stars_take_no_exponential_time() {
        let glob = b"*a".repeat(50);
        assert!(!glob_matches(&[&glob[..], b"b"].concat(), &[b'a'; 5000]));
    }
}
