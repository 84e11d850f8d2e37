//! States of opaque values on their way to other nodes.
//!
//! The forms are this program's own: filters and counters merge only with those that hash alike, which nodes of another
//! monitor do not.
use super::{bloom, cardinality, topk};
use cluster_wire::Data;
use value::{Context, Opaque, Type};

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
pub(crate) fn opaque(kind: &str, state: &Data<'_>, cx: &dyn Context) -> Option<Opaque> {
    match kind {
        "bloomfilter" => bloom::with_state(state, cx),
        "cardinality" => cardinality::with_state(state, cx),
        "topk" => topk::with_state(state, cx),
        _ => None,
    }
}

/// The name of the element type; empty if there are no elements yet. `None` for types other than scalars, texts and
/// records that have a name.
pub(super) fn type_name(ty: Option<&Type>) -> Option<Data<'static>> {
    let name = match ty {
        None => String::new(),
        Some(Type::Record(r)) => r.name()?.to_string(),
        Some(ty) => named(ty.tag_name()).map(|ty| ty.tag_name().to_owned())?,
    };
    Some(Data::String(name.into_bytes().into()))
}

/// The type that [`type_name`] names, if any.
pub(super) fn type_of(name: &Data<'_>, cx: &dyn Context) -> Option<Option<Type>> {
    match name {
        Data::String(s) if s.is_empty() => Some(None),
        Data::String(s) => {
            let name = std::str::from_utf8(s).ok()?;
            let record = || cx.named_type(name).filter(|ty| matches!(ty, Type::Record(_)));
            named(name).or_else(record).map(Some)
        }
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
