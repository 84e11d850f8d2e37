# Built-in declarations: comm.

module Broker;

export {
	global Broker::internal_log_event: event(lvl: LogSeverityLevel, id: string, description: string);
	global Broker::peer_added: event(endpoint: EndpointInfo, msg: string);
	global Broker::peer_removed: event(endpoint: EndpointInfo, msg: string);
	global Broker::peer_lost: event(endpoint: EndpointInfo, msg: string);
	global Broker::endpoint_discovered: event(endpoint: EndpointInfo, msg: string);
	global Broker::endpoint_unreachable: event(endpoint: EndpointInfo, msg: string);
	global Broker::status: event(endpoint: EndpointInfo, msg: string);
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
	global Broker::__listen: function(a: string, p: port, proto: BrokerProtocol): port;
	global Broker::__peer: function(a: string, p: port, retry: interval): bool;
	global Broker::__peer_no_retry: function(a: string, p: port): bool;
	global Broker::__unpeer: function(a: string, p: port): bool;
	global Broker::__is_outbound_peering: function(a: string, p: port): bool;
	global Broker::__peers: function(): PeerInfos;
	global Broker::__node_id: function(): string;
	global Broker::__peering_stats: function(): BrokerPeeringStatsTable;
}
