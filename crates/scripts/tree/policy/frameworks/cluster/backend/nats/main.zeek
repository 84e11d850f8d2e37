##! NATS as the backend of a cluster, for nodes on any number of machines.
##!
##! All nodes connect to a server, or to one of several that know each other, or to a leaf server on their own machine.
##! Events travel on core subjects. Rows go into a JetStream stream, where they wait until a logger has them on disk. Each
##! node renews its entry in a bucket every second; one that has been silent for five seconds counts as down.
##!
##! Servers need JetStream and version 2.11 or newer.

@load base/frameworks/cluster

module Cluster::Backend::NATS;

export {
	redef enum Cluster::BackendTag += {
		Cluster::CLUSTER_BACKEND_NATS = 100,
	};

	## The servers, each as ``nats://HOST:PORT`` or, for TLS, ``tls://HOST:PORT``. The others are tried if one cannot be
	## reached. An address may hold a login, the same for all: ``nats://USER:PASSWORD@HOST:PORT`` or
	## ``nats://TOKEN@HOST:PORT``, with ``%XX`` for special characters.
	const servers: vector of string = vector("nats://127.0.0.1:4222") &redef;

	## The name of this cluster in all subjects, streams and buckets: letters, digits, ``-`` and ``_``. Clusters with
	## different names share a server without noticing each other.
	const cluster_name = "egret" &redef;

	## The JetStream domain to use, where leaf servers have domains of their own; empty for the server's.
	const domain = "" &redef;

	## A file with a user's JWT and seed; empty for none.
	const credentials_file = "" &redef;

	## A PEM file with authorities that may sign the servers' certificates, besides those of the system; empty for none.
	const ca_file = "" &redef;

	## A PEM file with this node's certificate, for servers that verify clients; empty for none. Needs *key_file*.
	const cert_file = "" &redef;

	## A PEM file with the key of *cert_file*.
	const key_file = "" &redef;

	## On how many servers each batch of rows is stored, 1 to 5. Counts when the stream is created.
	const replicas: count = 1 &redef;

	## How many bytes of rows the servers keep for loggers. Beyond them, rows stay with their nodes. Counts when the
	## stream is created.
	const stream_max_bytes: count = 8589934592 &redef;

	## How long rows stay in a second stream, ``EGRET_NAME_ARCHIVE``, for readers of NATS other than loggers, which can
	## replay them from any time on. The server copies each batch there once it has it. 0 for no such stream; the loggers'
	## setting counts.
	const archive_age: interval = 0 secs &redef;

	## How many bytes the archive may have. Beyond them, the oldest rows are removed.
	const archive_max_bytes: count = 68719476736 &redef;

	## How many bytes of rows may wait in this node's memory while no server can be reached.
	const rows_max_bytes: count = 67108864 &redef;

	## The folder for rows that find no room in memory, and for those that wait when the node ends: its next run sends
	## them. No two nodes may share it. Empty: such rows are dropped and counted.
	const spill_folder = fmt("spill-%s", Cluster::node) &redef;

	## How many bytes of rows may wait in *spill_folder*. Beyond them, rows are dropped and counted.
	const spill_max_bytes: count = 1073741824 &redef;

	## The folder for copies of feeds: input streams with a source ``nats:NAME`` read them, and their next version once
	## ``egret cluster feed put`` has put it into the servers' object store. No two nodes may share it.
	const feeds_folder = fmt("feeds-%s", Cluster::node) &redef;

	## The most bytes of a feed. Of a larger one, the earlier copy stays.
	const feed_max_bytes: count = 1073741824 &redef;

	## How many bytes of feeds the servers keep, while a version replaces another: both. Counts when the object store is
	## created.
	const feeds_max_bytes: count = 4294967296 &redef;

	## How many events of others may wait for this node before more are dropped; 0 for any number.
	const onloop_queue_hwm: count = 10000 &redef;

	## This node takes rows: it is a logger, or the manager in place of one.
	const takes_rows = F &redef;

	## What other nodes' entries and tools of NATS show as this node's role.
	const role = "" &redef;
}

redef Cluster::backend = Cluster::CLUSTER_BACKEND_NATS;

# Rows that were acknowledged must not be overwritten when a logger starts again.
redef LogAscii::enable_leftover_log_rotation = T;

# An id that no other process has, and no later one of this name.
const this_node_id = fmt("nats_%s_%s_%s_%s", Cluster::node, gethostname(), getpid(), unique_id("N"));

function nats_node_id(): string
	{
	return this_node_id;
	}

redef Cluster::node_id = nats_node_id;

function is_logger(): bool
	{
	local mine = Cluster::local_node_type();
	return mine == Cluster::LOGGER || ( mine == Cluster::MANAGER && Cluster::manager_is_logger );
	}

redef takes_rows = is_logger();
redef role = to_lower(split_string1(fmt("%s", Cluster::local_node_type()), /::/)[1]);
