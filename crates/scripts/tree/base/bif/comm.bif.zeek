# Built-in declarations: comm.

module Broker;

export {
	## A message of the connections to other nodes.
	##
	## lvl: How serious it is.
	##
	## id: What kind.
	##
	## description: The message.
	global Broker::internal_log_event: event(lvl: LogSeverityLevel, id: string, description: string);

	## A node is connected.
	##
	## endpoint: The node.
	##
	## msg: More about it.
	global Broker::peer_added: event(endpoint: EndpointInfo, msg: string);

	## A node was disconnected on purpose.
	##
	## endpoint: The node.
	##
	## msg: More about it.
	global Broker::peer_removed: event(endpoint: EndpointInfo, msg: string);

	## The connection to a node broke.
	##
	## endpoint: The node.
	##
	## msg: More about it.
	global Broker::peer_lost: event(endpoint: EndpointInfo, msg: string);

	## A node can be reached.
	##
	## endpoint: The node.
	##
	## msg: More about it.
	global Broker::endpoint_discovered: event(endpoint: EndpointInfo, msg: string);

	## A node cannot be reached any more.
	##
	## endpoint: The node.
	##
	## msg: More about it.
	global Broker::endpoint_unreachable: event(endpoint: EndpointInfo, msg: string);

	## A change of the connections to other nodes that has no event of its own.
	##
	## endpoint: The node.
	##
	## msg: More about it.
	global Broker::status: event(endpoint: EndpointInfo, msg: string);

	## An error in the connections to other nodes.
	##
	## code: Which.
	##
	## msg: More about it.
	global Broker::error: event(code: ErrorCode, msg: string);
	type Broker::ErrorCode: enum {
		NO_ERROR = 0,
		UNSPECIFIED = 1,
		PEER_INCOMPATIBLE = 2,
		PEER_INVALID = 3,
		PEER_UNAVAILABLE = 4,
		PEER_DISCONNECT_DURING_HANDSHAKE = 5,
		PEER_TIMEOUT = 6,
		MASTER_EXISTS = 7,
		NO_SUCH_MASTER = 8,
		NO_SUCH_KEY = 9,
		REQUEST_TIMEOUT = 10,
		TYPE_CLASH = 11,
		INVALID_DATA = 12,
		BACKEND_FAILURE = 13,
		STALE_DATA = 14,
		CANNOT_OPEN_FILE = 15,
		CANNOT_WRITE_FILE = 16,
		INVALID_TOPIC_KEY = 17,
		END_OF_FILE = 18,
		INVALID_TAG = 19,
		INVALID_STATUS = 20,
		CAF_ERROR = 100,
	};
	type Broker::PeerStatus: enum {
		INITIALIZING = 0,
		CONNECTING = 1,
		CONNECTED = 2,
		PEERED = 3,
		DISCONNECTED = 4,
		RECONNECTING = 5,
	};
	type Broker::BrokerProtocol: enum {
		NATIVE = 0,
		WEBSOCKET = 1,
	};

	## Answers Broker::listen. Egret does not have it yet: a call is a runtime error.
	##
	## a: The address.
	##
	## p: The port.
	##
	## proto: The protocol.
	global Broker::__listen: function(a: string, p: port, proto: BrokerProtocol): port;

	## Answers Broker::peer. Egret does not have it yet: a call is a runtime error.
	##
	## a: The other node's address.
	##
	## p: Its port.
	##
	## retry: How long to wait between two tries.
	global Broker::__peer: function(a: string, p: port, retry: interval): bool;

	## Connects to another node once. Egret does not have it yet: a call is a runtime error.
	##
	## a: Its address.
	##
	## p: Its port.
	global Broker::__peer_no_retry: function(a: string, p: port): bool;

	## Answers Broker::unpeer. Egret does not have it yet: a call is a runtime error.
	##
	## a: The other node's address.
	##
	## p: Its port.
	global Broker::__unpeer: function(a: string, p: port): bool;

	## Answers Broker::is_outbound_peering. Egret does not have it yet: a call is a runtime error.
	##
	## a: The other node's address.
	##
	## p: Its port.
	global Broker::__is_outbound_peering: function(a: string, p: port): bool;

	## Answers Broker::peers. Egret does not have it yet: a call is a runtime error.
	global Broker::__peers: function(): PeerInfos;

	## Answers Broker::node_id.
	global Broker::__node_id: function(): string;

	## Answers Broker::peering_stats. Egret does not have it yet: a call is a runtime error.
	global Broker::__peering_stats: function(): BrokerPeeringStatsTable;
}
