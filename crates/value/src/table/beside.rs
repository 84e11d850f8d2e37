//! Tables that are not script values but whose order scripts can see: they are walked in the order of script tables.
use super::hash::{asks_for_zeeks_order, hash_of};
use dict::{Chosen, ClusteredDict, Key, Order, Table as _};

/// A table from bytes to values, walked in the order of script tables.
pub struct Beside<V>(Form<V>);

enum Form<V> {
    Own(Chosen<V>),
    Zeeks(Box<ClusteredDict<V>>),
}

impl<V> Default for Beside<V> {
    fn default() -> Self {
        Beside(match asks_for_zeeks_order() {
            true => Form::Zeeks(Box::default()),
            false => Form::Own(Chosen::new(Order::Any)),
        })
    }
}

impl<V> Beside<V> {
    /// Sets the value at `bytes` and returns the old one.
    pub fn insert(&mut self, bytes: &[u8], value: V) -> Option<V> {
        let key = Key::new(bytes, hash_of(bytes));
        match &mut self.0 {
            Form::Own(t) => t.insert(key, value),
            Form::Zeeks(t) => t.insert(key, value),
        }
    }

    /// Removes the value at `bytes` and returns it.
    pub fn remove(&mut self, bytes: &[u8]) -> Option<V> {
        let key = Key::new(bytes, hash_of(bytes));
        match &mut self.0 {
            Form::Own(t) => t.remove(key),
            Form::Zeeks(t) => t.remove(key),
        }
    }

    /// All entries, in walk order.
    pub fn iter(&self) -> Box<dyn Iterator<Item = (Key<'_>, &V)> + '_> {
        match &self.0 {
            Form::Own(t) => Box::new(t.iter()),
            Form::Zeeks(t) => Box::new(t.iter()),
        }
    }
}
