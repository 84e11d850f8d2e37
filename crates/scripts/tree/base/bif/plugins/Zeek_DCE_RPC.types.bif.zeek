# Declarations of the DCE_RPC plugin: types.

module DCE_RPC;

export {
	type DCE_RPC::PType: enum {
		REQUEST = 0,
		PING = 1,
		RESPONSE = 2,
		FAULT = 3,
		WORKING = 4,
		NOCALL = 5,
		REJECT = 6,
		ACK = 7,
		CL_CANCEL = 8,
		FACK = 9,
		CANCEL_ACK = 10,
		BIND = 11,
		BIND_ACK = 12,
		BIND_NAK = 13,
		ALTER_CONTEXT = 14,
		ALTER_CONTEXT_RESP = 15,
		AUTH3 = 16,
		SHUTDOWN = 17,
		CO_CANCEL = 18,
		ORPHANED = 19,
		RTS = 20,
	};
	type DCE_RPC::IfID: enum {
		unknown_if = 0,
		epmapper = 1,
		lsarpc = 2,
		lsa_ds = 3,
		mgmt = 4,
		netlogon = 5,
		samr = 6,
		srvsvc = 7,
		spoolss = 8,
		drs = 9,
		winspipe = 10,
		wkssvc = 11,
		oxid = 12,
		ISCMActivator = 13,
	};
}
