//! Determines the framing of a body (RFC 9112, 6.3), with a function for each rule.
use super::declared::Declared;

/// Whether a body follows a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expect {
    /// No body, whatever the header declares: a reply to HEAD or with certain status codes.
    Nothing,
    /// A body if the header declares one: a request.
    Declared,
    /// Always a body. Without a declared length it extends to the end of the connection or the part.
    Body,
}

/// The next part of a chunked body (RFC 9112, 7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Chunk {
    Size,
    Data,
    /// The line end after the data.
    End,
}

/// The method that determines the end of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Framing {
    /// The header is not complete.
    Undecided,
    /// The entity has no body.
    Empty,
    Chunked(Chunk),
    /// The body has this many bytes.
    Length(i64),
    /// The body has this many bytes, which are the lines of its entities.
    Parts(i64),
    /// The body ends with the part or the connection. It is read as lines.
    Lines,
    /// Like `Lines`, but read as bytes.
    Bytes,
}

/// The input of the rules.
#[derive(Clone, Copy)]
pub(super) struct Terms<'d> {
    pub(super) expect: Expect,
    pub(super) declared: &'d Declared,
    /// Whether the body consists of entities: `multipart/…` or `message/…`.
    pub(super) has_entities: bool,
    /// Whether the entity is the message itself.
    pub(super) is_message: bool,
    /// Whether the server closes the connection after its reply.
    pub(super) closes: bool,
}

impl Framing {
    /// Applies the rules in the order of RFC 9112, 6.3.
    pub(super) fn of(terms: Terms<'_>) -> Framing {
        no_body(terms)
            .or_else(|| entities(terms))
            .or_else(|| chunks(terms))
            .or_else(|| length(terms))
            .unwrap_or_else(|| undeclared(terms))
    }
}

/// Rule 1: replies to HEAD and those with the status 1xx, 204 or 304 have no body.
fn no_body(terms: Terms<'_>) -> Option<Framing> {
    (terms.expect == Expect::Nothing).then_some(Framing::Empty)
}

/// Entities end at their boundaries (RFC 2046, 5.1) or after the length of the message. Chunks around them are not
/// decoded.
fn entities(terms: Terms<'_>) -> Option<Framing> {
    let length = terms.declared.length.filter(|_| terms.is_message);
    terms.has_entities.then_some(match length {
        None => Framing::Lines,
        Some(n) if n > 0 => Framing::Parts(n),
        Some(_) => Framing::Empty,
    })
}

/// Rules 3 and 4: chunks take precedence over a length.
fn chunks(terms: Terms<'_>) -> Option<Framing> {
    terms.declared.chunked.then_some(Framing::Chunked(Chunk::Size))
}

/// Rules 5 and 6: an invalid length counts as 0.
fn length(terms: Terms<'_>) -> Option<Framing> {
    terms.declared.length.map(|n| if n > 0 { Framing::Length(n) } else { Framing::Empty })
}

/// Rules 7 and 8: a request has no body, and the body of a reply ends when the connection closes. A body that may be
/// text is read as lines.
fn undeclared(terms: Terms<'_>) -> Framing {
    if terms.closes || terms.declared.compressed {
        Framing::Bytes
    } else if terms.expect == Expect::Body {
        Framing::Lines
    } else {
        Framing::Empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_apply_in_their_order() {
        let declared =
            |chunked, length, compressed| Declared { chunked, length, compressed, ..Declared::default() };
        let check = |expect, declared: &Declared, has_entities, closes, expected| {
            let terms = Terms { expect, declared, has_entities, is_message: true, closes };
            assert_eq!(Framing::of(terms), expected, "{expect:?} {declared:?}");
        };
        let both = declared(true, Some(5), false);
        check(Expect::Nothing, &both, false, false, Framing::Empty);
        check(Expect::Body, &both, false, false, Framing::Chunked(Chunk::Size));
        check(Expect::Body, &both, true, false, Framing::Parts(5));
        check(Expect::Declared, &declared(false, Some(5), false), false, false, Framing::Length(5));
        check(Expect::Body, &declared(false, Some(0), false), false, true, Framing::Empty);
        let nothing = declared(false, None, false);
        check(Expect::Declared, &nothing, false, false, Framing::Empty);
        check(Expect::Body, &nothing, false, false, Framing::Lines);
        check(Expect::Body, &nothing, false, true, Framing::Bytes);
        check(Expect::Body, &nothing, true, true, Framing::Lines);
        check(Expect::Declared, &declared(false, None, true), false, false, Framing::Bytes);
    }
}
