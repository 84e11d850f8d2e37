# Protocols that run a network: DHCP, NTP, RADIUS, SNMP, Kerberos, remote desktops, shells.

const LOGIN_STATE_AUTHENTICATE = 0;
const LOGIN_STATE_LOGGED_IN = 1;
const LOGIN_STATE_SKIP = 2;
const LOGIN_STATE_CONFUSED = 3;
global skip_authentication: set[string] &redef;
global direct_login_prompts: set[string] &redef;
global login_prompts: set[string] &redef;
global login_non_failure_msgs: set[string] &redef;
global login_failure_msgs: set[string] &redef;
global login_success_msgs: set[string] &redef;
global login_timeouts: set[string] &redef;
type ModbusCoils: vector of bool;
type ModbusRegisters: vector of count;

## The header of every message.
type ModbusHeaders: record {
	tid: count;
	pid: count;
	uid: count;
	function_code: count;
	len: count;
};

## A request for a part of a file.
type ModbusFileRecordRequest: record {
	ref_type: count;
	file_num: count;
	record_num: count;
	record_len: count;
};

type ModbusFileRecordRequests: vector of ModbusFileRecordRequest;

## A part of a file.
type ModbusFileRecordResponse: record {
	file_len: count;
	ref_type: count;
	record_data: string;
};

type ModbusFileRecordResponses: vector of ModbusFileRecordResponse;

## A part of a file to write.
type ModbusFileReference: record {
	ref_type: count;
	file_num: count;
	record_num: count;
	record_len: count;
	record_data: string;
};

type ModbusFileReferences: vector of ModbusFileReference;

module SSH;

export {
	## Algorithms for each direction, best first.
	type Algorithm_Prefs: record {
		client_to_server: vector of string &optional;
		server_to_client: vector of string &optional;
	};

	## The algorithms that a side supports (RFC 4253, 7.1).
	type Capabilities: record {
		kex_algorithms: string_vec;
		server_host_key_algorithms: string_vec;
		encryption_algorithms: Algorithm_Prefs;
		mac_algorithms: Algorithm_Prefs;
		compression_algorithms: Algorithm_Prefs;
		languages: Algorithm_Prefs &optional;
		is_server: bool;
	};

	const max_packet_length = 8 * 1024 * 1024 &redef;
	const max_string_length = 2 * 1024 * 1024 &redef;
}

module DHCP;

export {
	type DHCP::Addrs: vector of addr;

	## The fixed part of a message. `m_type` is the value of option 53, 0 without it.
	type DHCP::Msg: record {
		op: count;
		m_type: count;
		xid: count;
		secs: interval;
		flags: count;
		ciaddr: addr;
		yiaddr: addr;
		siaddr: addr;
		giaddr: addr;
		chaddr: string;
		sname: string &default="";
		file_n: string &default="";
	};

	## Option 61; the address is text for hardware types, as sent for type 0.
	type DHCP::ClientID: record {
		hwtype: count;
		hwaddr: string;
	};

	## Option 81 (RFC 4702).
	type DHCP::ClientFQDN: record {
		flags: count;
		rcode1: count;
		rcode2: count;
		domain_name: string;
	};

	## A part of option 82 (RFC 3046).
	type DHCP::SubOpt: record {
		code: count;
		value: string;
	};

	type DHCP::SubOpts: vector of DHCP::SubOpt;

	## The values of the options. `options` has their numbers in order, without the end option.
	type DHCP::Options: record {
		options: index_vec &optional;
		subnet_mask: addr &optional;
		routers: DHCP::Addrs &optional;
		dns_servers: DHCP::Addrs &optional;
		host_name: string &optional;
		domain_name: string &optional;
		forwarding: bool &optional;
		broadcast: addr &optional;
		vendor: string &optional;
		nbns: DHCP::Addrs &optional;
		addr_request: addr &optional;
		lease: interval &optional;
		serv_addr: addr &optional;
		param_list: index_vec &optional;
		message: string &optional;
		max_msg_size: count &optional;
		renewal_time: interval &optional;
		rebinding_time: interval &optional;
		vendor_class: string &optional;
		client_id: DHCP::ClientID &optional;
		user_class: string &optional;
		client_fqdn: DHCP::ClientFQDN &optional;
		sub_opt: DHCP::SubOpts &optional;
		auto_config: bool &optional;
		auto_proxy_config: string &optional;
		time_offset: int &optional;
		time_servers: DHCP::Addrs &optional;
		name_servers: DHCP::Addrs &optional;
		ntp_servers: DHCP::Addrs &optional;
	};
}

module SOCKS;

export {
	## The destination that a client asks for: an address, a name, or both.
	type Address: record {
		host: addr &optional;
		name: string &optional;
	} &log;
}

module RADIUS;

export {
	type RADIUS::AttributeList: vector of string;
	type RADIUS::Attributes: table[count] of RADIUS::AttributeList;

	## A message. `attributes` has the values by type, in order; it is unset without attributes.
	type RADIUS::Message: record {
		code: count;
		trans_id: count;
		authenticator: string;
		attributes: RADIUS::Attributes &optional;
	};
}

module RDP;

export {
	## Capabilities of the client, before the session begins.
	type RDP::EarlyCapabilityFlags: record {
		support_err_info_pdu: bool;
		want_32bpp_session: bool;
		support_statusinfo_pdu: bool;
		strong_asymmetric_keys: bool;
		support_monitor_layout_pdu: bool;
		support_netchar_autodetect: bool;
		support_dynvc_gfx_protocol: bool;
		support_dynamic_time_zone: bool;
		support_heartbeat_pdu: bool;
	};

	## The client and its desktop. Not every client sends the fields after the name of the input method.
	type RDP::ClientCoreData: record {
		version_major: count;
		version_minor: count;
		desktop_width: count;
		desktop_height: count;
		color_depth: count;
		sas_sequence: count;
		keyboard_layout: count;
		client_build: count;
		client_name: string;
		keyboard_type: count;
		keyboard_sub: count;
		keyboard_function_key: count;
		ime_file_name: string;
		post_beta2_color_depth: count &optional;
		client_product_id: count &optional;
		serial_number: count &optional;
		high_color_depth: count &optional;
		supported_color_depths: count &optional;
		ec_flags: RDP::EarlyCapabilityFlags &optional;
		dig_product_id: string &optional;
	};

	## The client's encryption methods.
	type RDP::ClientSecurityData: record {
		encryption_methods: count;
		ext_encryption_methods: count;
	};

	## A channel that the client requests.
	type RDP::ClientChannelDef: record {
		name: string;
		options: count;
		initialized: bool;
		encrypt_rdp: bool;
		encrypt_sc: bool;
		encrypt_cs: bool;
		pri_high: bool;
		pri_med: bool;
		pri_low: bool;
		compress_rdp: bool;
		compress: bool;
		show_protocol: bool;
		persistent: bool;
	};

	## The session that the client wants to resume.
	type RDP::ClientClusterData: record {
		flags: count;
		redir_session_id: count;
		redir_supported: bool;
		svr_session_redir_version_mask: count;
		redir_sessionid_field_valid: bool;
		redir_smartcard: bool;
	};

	type RDP::ClientChannelList: vector of ClientChannelDef;
}

module SNMP;

export {
	## Version 1.
	type SNMP::HeaderV1: record {
		community: string;
	};

	## Version 2c.
	type SNMP::HeaderV2: record {
		community: string;
	};

	## The scoped PDU of version 3: the engine and context of the variables.
	type SNMP::ScopedPDU_Context: record {
		engine_id: string;
		name: string;
	};

	## Version 3.
	type SNMP::HeaderV3: record {
		id: count;
		max_size: count;
		flags: count;
		auth_flag: bool;
		priv_flag: bool;
		reportable_flag: bool;
		security_model: count;
		security_params: string;
		pdu_context: SNMP::ScopedPDU_Context &optional;
	};

	## The version, and the header of that version.
	type SNMP::Header: record {
		version: count;
		v1: SNMP::HeaderV1 &optional;
		v2: SNMP::HeaderV2 &optional;
		v3: SNMP::HeaderV3 &optional;
	};

	## The value of a variable. The tag determines the field that is set.
	type SNMP::ObjectValue: record {
		tag: count;
		oid: string &optional;
		signed: int &optional;
		unsigned: count &optional;
		address: addr &optional;
		octets: string &optional;
	};

	const SNMP::OBJ_INTEGER_TAG: count = 0x02;
	const SNMP::OBJ_OCTETSTRING_TAG: count = 0x04;
	const SNMP::OBJ_UNSPECIFIED_TAG: count = 0x05;
	const SNMP::OBJ_OID_TAG: count = 0x06;
	const SNMP::OBJ_IPADDRESS_TAG: count = 0x40;
	const SNMP::OBJ_COUNTER32_TAG: count = 0x41;
	const SNMP::OBJ_UNSIGNED32_TAG: count = 0x42;
	const SNMP::OBJ_TIMETICKS_TAG: count = 0x43;
	const SNMP::OBJ_OPAQUE_TAG: count = 0x44;
	const SNMP::OBJ_COUNTER64_TAG: count = 0x46;
	const SNMP::OBJ_NOSUCHOBJECT_TAG: count = 0x80;
	const SNMP::OBJ_NOSUCHINSTANCE_TAG: count = 0x81;
	const SNMP::OBJ_ENDOFMIBVIEW_TAG: count = 0x82;

	## A variable.
	type SNMP::Binding: record {
		oid: string;
		value: SNMP::ObjectValue;
	};

	type SNMP::Bindings: vector of SNMP::Binding;

	## Most messages.
	type SNMP::PDU: record {
		request_id: int;
		error_status: int;
		error_index: int;
		bindings: SNMP::Bindings;
	};

	## A trap of version 1.
	type SNMP::TrapPDU: record {
		enterprise: string;
		agent: addr;
		generic_trap: int;
		specific_trap: int;
		time_stamp: count;
		bindings: SNMP::Bindings;
	};

	## A request for many variables.
	type SNMP::BulkPDU: record {
		request_id: int;
		non_repeaters: count;
		max_repetitions: count;
		bindings: SNMP::Bindings;
	};
}

module KRB;

export {
	const keytab = "" &redef;

	## Options of a client's request to the key distribution center.
	type KRB::KDC_Options: record {
		forwardable: bool;
		forwarded: bool;
		proxiable: bool;
		proxy: bool;
		allow_postdate: bool;
		postdated: bool;
		renewable: bool;
		opt_hardware_auth: bool;
		disable_transited_check: bool;
		renewable_ok: bool;
		enc_tkt_in_skey: bool;
		renew: bool;
		validate: bool;
	};

	## Options of a client's request to a service.
	type KRB::AP_Options: record {
		use_session_key: bool;
		mutual_required: bool;
	};

	## A value with the number of its type.
	type KRB::Type_Value: record {
		data_type: count;
		val: string;
	};

	type KRB::Type_Value_Vector: vector of KRB::Type_Value;

	## Encrypted data.
	type KRB::Encrypted_Data: record {
		kvno: count &optional;
		cipher: count;
		ciphertext: string;
	};

	## An address of a host, of one of several types.
	type KRB::Host_Address: record {
		ip: addr &log &optional;
		netbios: string &log &optional;
		unknown: KRB::Type_Value &optional;
	};

	type KRB::Host_Address_Vector: vector of KRB::Host_Address;

	## A message that is signed but not encrypted.
	type KRB::SAFE_Msg: record {
		pvno: count;
		msg_type: count;
		data: string;
		timestamp: time &optional;
		seq: count &optional;
		sender: Host_Address &optional;
		recipient: Host_Address &optional;
	};

	## An error.
	type KRB::Error_Msg: record {
		pvno: count &optional;
		msg_type: count &optional;
		client_time: time &optional;
		server_time: time &optional;
		error_code: count;
		client_realm: string &optional;
		client_name: string &optional;
		service_realm: string &optional;
		service_name: string &optional;
		error_text: string &optional;
		pa_data: vector of KRB::Type_Value &optional;
	};

	## A ticket.
	type KRB::Ticket: record {
		pvno: count;
		realm: string;
		service_name: string;
		cipher: count;
		ciphertext: string &optional;
		authenticationinfo: string &optional;
	};

	type KRB::Ticket_Vector: vector of KRB::Ticket;

	## A request for a ticket.
	type KRB::KDC_Request: record {
		pvno: count;
		msg_type: count;
		pa_data: vector of KRB::Type_Value &optional;
		kdc_options: KRB::KDC_Options &optional;
		client_name: string &optional;
		service_realm: string &optional;
		service_name: string &optional;
		from: time &optional;
		till: time &optional;
		rtime: time &optional;
		nonce: count &optional;
		encryption_types: vector of count &optional;
		host_addrs: vector of KRB::Host_Address &optional;
		additional_tickets: vector of KRB::Ticket &optional;
	};

	## The answer with a ticket.
	type KRB::KDC_Response: record {
		pvno: count;
		msg_type: count;
		pa_data: vector of KRB::Type_Value &optional;
		client_realm: string &optional;
		client_name: string;
		ticket: KRB::Ticket;
		enc_part: KRB::Encrypted_Data;
	};
}

module NCP;

export {
	const max_frame_size = 65536 &redef;
}

module NTP;

export {
	## Modes 1 to 5.
	type NTP::StandardMessage: record {
		stratum: count;
		poll: interval;
		precision: interval;
		root_delay: interval;
		root_disp: interval;
		kiss_code: string &optional;
		ref_id: string &optional;
		ref_addr: addr &optional;
		ref_time: time;
		org_time: time;
		rec_time: time;
		xmt_time: time;
		key_id: count &optional;
		digest: string &optional;
		num_exts: count &default=0;
	};

	## Mode 6.
	type NTP::ControlMessage: record {
		op_code: count;
		resp_bit: bool;
		err_bit: bool;
		more_bit: bool;
		sequence: count;
		status: count;
		association_id: count;
		data: string &optional;
		key_id: count &optional;
		crypto_checksum: string &optional;
	};

	## Mode 7.
	type NTP::Mode7Message: record {
		req_code: count;
		auth_bit: bool;
		sequence: count;
		implementation: count;
		err: count;
		data: string &optional;
	};

	## A message. The mode determines which one of the three records is set.
	type NTP::Message: record {
		version: count;
		mode: count;
		std_msg: NTP::StandardMessage &optional;
		control_msg: NTP::ControlMessage &optional;
		mode7_msg: NTP::Mode7Message &optional;
	};
}

module GLOBAL;
