# Built-in declarations: comm.

module Broker;

export {
	## A message about the connections to other nodes.
	##
	## lvl: The severity.
	##
	## id: The kind of message.
	##
	## description: The message.
	global Broker::internal_log_event: event(lvl: LogSeverityLevel, id: string, description: string);

	## A node is connected.
	##
	## endpoint: The node.
	##
	## msg: Details.
	global Broker::peer_added: event(endpoint: EndpointInfo, msg: string);

	## A node was disconnected on purpose.
	##
	## endpoint: The node.
	##
	## msg: Details.
	global Broker::peer_removed: event(endpoint: EndpointInfo, msg: string);

	## The connection to a node broke.
	##
	## endpoint: The node.
	##
	## msg: Details.
	global Broker::peer_lost: event(endpoint: EndpointInfo, msg: string);

	## A node can be reached.
	##
	## endpoint: The node.
	##
	## msg: Details.
	global Broker::endpoint_discovered: event(endpoint: EndpointInfo, msg: string);

	## A node cannot be reached any more.
	##
	## endpoint: The node.
	##
	## msg: Details.
	global Broker::endpoint_unreachable: event(endpoint: EndpointInfo, msg: string);

	## A change of the connections to other nodes without a specific event.
	##
	## endpoint: The node.
	##
	## msg: Details.
	global Broker::status: event(endpoint: EndpointInfo, msg: string);

	## An error in the connections to other nodes.
	##
	## code: The error code.
	##
	## msg: Details.
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

	## Implements Broker::listen.
	##
	## a: The address.
	##
	## p: The port.
	##
	## proto: The protocol.
	global Broker::__listen: function(a: string, p: port, proto: BrokerProtocol): port;

	## Implements Broker::peer.
	##
	## a: The other node's address.
	##
	## p: Its port.
	##
	## retry: The delay between two attempts.
	global Broker::__peer: function(a: string, p: port, retry: interval): bool;

	## Connects to another node once.
	##
	## a: Its address.
	##
	## p: Its port.
	global Broker::__peer_no_retry: function(a: string, p: port): bool;

	## Implements Broker::unpeer.
	##
	## a: The other node's address.
	##
	## p: Its port.
	global Broker::__unpeer: function(a: string, p: port): bool;

	## Implements Broker::is_outbound_peering.
	##
	## a: The other node's address.
	##
	## p: Its port.
	global Broker::__is_outbound_peering: function(a: string, p: port): bool;

	## Implements Broker::peers.
	global Broker::__peers: function(): PeerInfos;

	## Implements Broker::node_id.
	global Broker::__node_id: function(): string;

	## Implements Broker::peering_stats: the messages that wait for each peer of Broker::peer and Broker::listen.
	##
	## Returns: An entry for each peer by its id; no entries with other backends.
	global Broker::__peering_stats: function(): BrokerPeeringStatsTable;
}
