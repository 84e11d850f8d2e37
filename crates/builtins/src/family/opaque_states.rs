//! States of opaque values on their way to other nodes.
//!
//! The forms are this program's own: filters and counters merge only with those that hash alike, which nodes of another
//! monitor do not.
use super::{bloom, cardinality, topk};
use cluster_wire::Data;
use value::{Opaque, Type};

/// The state of a value; `None` for kinds that do not travel.
pub(crate) fn state_of(o: &Opaque) -> Option<Data<'static>> {
    match &***o.kind() {
        "bloomfilter" => bloom::state_of(o),
        "cardinality" => cardinality::state_of(o),
        "topk" => topk::state_of(o),
        _ => None,
    }
}

/// The value of a kind with a state; `None` for other kinds and invalid states.
pub(crate) fn opaque(kind: &str, state: &Data<'_>) -> Option<Opaque> {
    match kind {
        "bloomfilter" => bloom::with_state(state),
        "cardinality" => cardinality::with_state(state),
        "topk" => topk::with_state(state),
        _ => None,
    }
}

/// The name of the element type; empty if there are no elements yet. `None` for types other than scalars and texts.
pub(super) fn type_name(ty: Option<&Type>) -> Option<Data<'static>> {
    let name = ty.map_or("", Type::tag_name);
    (name.is_empty() || named(name).is_some()).then(|| Data::string(name))
}

/// The type that [`type_name`] names, if any.
pub(super) fn type_of(name: &Data<'_>) -> Option<Option<Type>> {
    match name {
        Data::String(s) if s.is_empty() => Some(None),
        Data::String(s) => named(std::str::from_utf8(s).ok()?).map(Some),
        _ => None,
    }
}

fn named(name: &str) -> Option<Type> {
    let all = [
        Type::Bool,
        Type::Int,
        Type::Count,
        Type::Double,
        Type::Time,
        Type::Interval,
        Type::String,
        Type::Port,
        Type::Addr,
        Type::Subnet,
    ];
    all.into_iter().find(|t| t.tag_name() == name)
}

/// A number that the state of a value needs.
pub(super) fn count(data: &Data<'_>) -> Option<u64> {
    match data {
        Data::Count(n) => Some(*n),
        _ => None,
    }
}

/// Words as bytes, lowest first.
pub(super) fn bytes_of(words: &[u64]) -> Data<'static> {
    Data::String(words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<_>>().into())
}

/// The 64-bit words of [`bytes_of`].
pub(super) fn words_of(data: &Data<'_>) -> Option<Vec<u64>> {
    let Data::String(bytes) = data else { return None };
    let (words, rest) = bytes.as_chunks::<8>();
    rest.is_empty().then(|| words.iter().map(|w| u64::from_le_bytes(*w)).collect())
}
