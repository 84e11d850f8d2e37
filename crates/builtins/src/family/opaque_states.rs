//! The states of opaque values, as they are sent to other nodes.
//!
//! The formats are Egret's own. Filters and counters can merge only if they use the same hashes, and those of another
//! monitor use others.
use super::{bloom, cardinality, topk};
use cluster_wire::Data;
use value::{Context, Opaque, Type};

/// Returns the state of a value; `None` for kinds that cannot be sent.
pub(crate) fn state_of(o: &Opaque) -> Option<Data<'static>> {
    match &***o.kind() {
        "bloomfilter" => bloom::state_of(o),
        "cardinality" => cardinality::state_of(o),
        "topk" => topk::state_of(o),
        _ => None,
    }
}

/// Restores a value of a kind from its state; `None` for other kinds and invalid states.
pub(crate) fn opaque(kind: &str, state: &Data<'_>, cx: &dyn Context) -> Option<Opaque> {
    match kind {
        "bloomfilter" => bloom::with_state(state, cx),
        "cardinality" => cardinality::with_state(state, cx),
        "topk" => topk::with_state(state, cx),
        _ => None,
    }
}

/// Returns the name of the element type; empty if there are no elements yet. `None` for types other than scalars,
/// strings and named records.
pub(super) fn type_name(ty: Option<&Type>) -> Option<Data<'static>> {
    let name = match ty {
        None => String::new(),
        Some(Type::Record(r)) => r.name()?.to_string(),
        Some(ty) => named(ty.tag_name()).map(|ty| ty.tag_name().to_owned())?,
    };
    Some(Data::String(name.into_bytes().into()))
}

/// Returns the type that [`type_name`] named: `Some(None)` if there were no elements, `None` if the name is invalid.
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

/// Returns a count from the state of a value.
pub(super) fn count(data: &Data<'_>) -> Option<u64> {
    match data {
        Data::Count(n) => Some(*n),
        _ => None,
    }
}

/// Encodes words as bytes, in little endian.
pub(super) fn bytes_of(words: &[u64]) -> Data<'static> {
    Data::String(words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<_>>().into())
}

/// Decodes the words that [`bytes_of`] encoded.
pub(super) fn words_of(data: &Data<'_>) -> Option<Vec<u64>> {
    let Data::String(bytes) = data else { return None };
    let (words, rest) = bytes.as_chunks::<8>();
    rest.is_empty().then(|| words.iter().map(|w| u64::from_le_bytes(*w)).collect())
}
