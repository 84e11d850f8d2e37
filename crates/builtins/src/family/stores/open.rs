//! Makes masters and clones.
use super::database::Given;
use crate::call::Call;
use crate::family::clusters::complain;
use crate::stores::{Intervals, Shared, Store, clone_topic, master_topic};
use cluster::Carrier;

/// What became of a request for a store.
pub(super) enum Opened {
    /// It is there.
    Store(Shared),
    /// Scripts are still loading.
    TooEarly,
    /// There is one of that name.
    Exists,
    /// Its database cannot be read, for this reason.
    Failed(String),
}

/// Makes a store that this node owns, in memory or in a database.
pub(super) fn open_master(c: &mut Call<'_>, name: &str, sqlite: Option<Given>) -> Opened {
    if c.program().loading {
        return Opened::TooEarly;
    }
    if c.stores().find(name).is_some() {
        return Opened::Exists;
    }
    let content = match sqlite.map(|options| options.open(c)).transpose() {
        Ok(content) => content.unwrap_or_default(),
        Err(why) => return Opened::Failed(why),
    };
    let node = own_id(c);
    let store = c.stores().add(Store::master(name, &node, content));
    if let Some(node) = &mut c.cluster().node {
        node.subscribe(&master_topic(name));
    }
    Opened::Store(store)
}

/// Makes a copy of another node's store. A store of that name that is there already serves as well.
pub(super) fn open_clone(c: &mut Call<'_>, name: &str, intervals: Intervals) -> Opened {
    if c.program().loading {
        return Opened::TooEarly;
    }
    if let Some(store) = c.stores().find(name) {
        return Opened::Store(store);
    }
    let node = own_id(c);
    let store = c.stores().add(Store::clone_of(name, &node, intervals));
    if let Some(node) = &mut c.cluster().node {
        node.subscribe(&clone_topic(name));
    }
    Opened::Store(store)
}

fn own_id(c: &mut Call<'_>) -> String {
    c.cluster().node.as_ref().map_or(String::new(), |n| n.id().to_string())
}

/// Refuses to make a store while scripts are loading.
pub(super) fn refuse_loading(c: &mut Call<'_>, consequence: &str) {
    complain(c, "Broker stores cannot be created at the global scope");
    complain(c, consequence);
}
