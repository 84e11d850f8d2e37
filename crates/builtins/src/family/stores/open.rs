//! Makes masters and clones.
use super::database::Given;
use crate::call::Call;
use crate::cluster::{Backend, Uplink, backend, encoded_data};
use crate::family::clusters::complain;
use crate::stores::{Content, EVENT, Intervals, LOADED, Shared, Store, clone_topic, master_topic};
use cluster::Carrier;
use cluster_wire::Data;

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

/// Makes a store that this node owns: in memory or in a database, or in a bucket if NATS connects the nodes.
pub(super) fn open_master(c: &mut Call<'_>, name: &str, sqlite: Option<Given>) -> Opened {
    if c.program().loading {
        return Opened::TooEarly;
    }
    if c.stores().find(name).is_some() {
        return Opened::Exists;
    }
    let node = own_id(c);
    let made = match sqlite.map(|options| options.open(c)).transpose() {
        Ok(Some(content)) => Store::master(name, &node, content),
        Ok(None) if has_buckets(c) => Store::held_master(name, &node),
        Ok(None) => Store::master(name, &node, Content::default()),
        Err(why) => return Opened::Failed(why),
    };
    let store = c.stores().add(made);
    if let Some(node) = &mut c.cluster().node {
        node.subscribe(&master_topic(name));
    }
    keep_in_buckets(c);
    Opened::Store(store)
}

/// Whether this process is, or will be, a node of a cluster over NATS.
fn has_buckets(c: &Call<'_>) -> bool {
    let is_node = c.global("Cluster::node").is_some_and(|v| v.as_string().is_some_and(|s| !s.is_empty()));
    is_node && backend(c) == Backend::Nats
}

/// Asks for the buckets of masters that wait for them, once the carrier is there.
pub(crate) fn keep_in_buckets(c: &mut Call<'_>) {
    for store in c.stores().all() {
        if !store.borrow().lacks_bucket() {
            continue;
        }
        let name = store.borrow().name.clone();
        let args = [&*name, LOADED].map(|text| Data::String(text.as_bytes().to_vec().into()));
        let mut bell = c.buffer();
        encoded_data(EVENT, args.into(), None, &mut bell);
        if let Uplink::Nats(nats) = &c.cluster().uplink {
            let bucket = nats.keep(&name, &master_topic(&name), bell);
            store.borrow_mut().set_bucket(bucket);
        }
    }
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
