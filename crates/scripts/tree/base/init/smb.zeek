# SMB, NTLM and DCE-RPC.

const netbios_ssn_session_timeout: interval = 15 sec &redef;

module NTLM;

export {
	## The version of the sender's system.
	type NTLM::Version: record {
		major: count;
		minor: count;
		build: count;
		ntlmssp: count;
	};

	## Negotiated options ([MS-NLMP] 2.2.2.5).
	type NTLM::NegotiateFlags: record {
		negotiate_56: bool;
		negotiate_key_exch: bool;
		negotiate_128: bool;
		negotiate_version: bool;
		negotiate_target_info: bool;
		request_non_nt_session_key: bool;
		negotiate_identify: bool;
		negotiate_extended_sessionsecurity: bool;
		target_type_server: bool;
		target_type_domain: bool;
		negotiate_always_sign: bool;
		negotiate_oem_workstation_supplied: bool;
		negotiate_oem_domain_supplied: bool;
		negotiate_anonymous_connection: bool;
		negotiate_ntlm: bool;
		negotiate_lm_key: bool;
		negotiate_datagram: bool;
		negotiate_seal: bool;
		negotiate_sign: bool;
		request_target: bool;
		negotiate_oem: bool;
		negotiate_unicode: bool;
	};

	## The client's first message.
	type NTLM::Negotiate: record {
		flags: NTLM::NegotiateFlags;
		domain_name: string &optional;
		workstation: string &optional;
		version: NTLM::Version &optional;
	};

	## Facts that a server states about itself.
	type NTLM::AVs: record {
		nb_computer_name: string;
		nb_domain_name: string;
		dns_computer_name: string &optional;
		dns_domain_name: string &optional;
		dns_tree_name: string &optional;
		constrained_auth: bool &optional;
		timestamp: time &optional;
		single_host_id: count &optional;
		target_name: string &optional;
	};

	## The server's message.
	type NTLM::Challenge: record {
		flags: NTLM::NegotiateFlags;
		challenge: count;
		target_name: string &optional;
		version: NTLM::Version &optional;
		target_info: NTLM::AVs &optional;
	};

	## The client's authentication.
	type NTLM::Authenticate: record {
		flags: NTLM::NegotiateFlags;
		domain_name: string &optional;
		user_name: string &optional;
		workstation: string &optional;
		session_key: string &optional;
		version: NTLM::Version &optional;
		response: string &optional;
	};
}

module SMB;

export {
	## The four times of a file, each also in the protocol's form: units of 100 ns since 1601.
	type SMB::MACTimes: record {
		modified: time &log;
		modified_raw: count;
		accessed: time &log;
		accessed_raw: count;
		created: time &log;
		created_raw: count;
		changed: time &log;
		changed_raw: count;
	};

	const SMB::pipe_filenames: set[string] &redef;
	const SMB::max_pending_messages = 1000 &redef;
	const max_dce_rpc_analyzers = 1000 &redef;
}

module SMB1;

export {
	## The header of a message.
	type SMB1::Header: record {
		command: count;
		status: count;
		flags: count;
		flags2: count;
		tid: count;
		pid: count;
		uid: count;
		mid: count;
	};

	## Whether raw reads and writes are served.
	type SMB1::NegotiateRawMode: record {
		read_raw: bool;
		write_raw: bool;
	};

	## Capabilities of a server.
	type SMB1::NegotiateCapabilities: record {
		raw_mode: bool;
		mpx_mode: bool;
		unicode: bool;
		large_files: bool;
		nt_smbs: bool;
		rpc_remote_apis: bool;
		status32: bool;
		level_2_oplocks: bool;
		lock_and_read: bool;
		nt_find: bool;
		dfs: bool;
		infolevel_passthru: bool;
		large_readx: bool;
		large_writex: bool;
		unix: bool;
		bulk_transfer: bool;
		compressed_data: bool;
		extended_security: bool;
	};

	## How a server authenticates users.
	type SMB1::NegotiateResponseSecurity: record {
		user_level: bool;
		challenge_response: bool;
		signatures_enabled: bool &optional;
		signatures_required: bool &optional;
	};

	## The answer of the first dialect.
	type SMB1::NegotiateResponseCore: record {
		dialect_index: count;
	};

	## The answer of LAN Manager's dialects.
	type SMB1::NegotiateResponseLANMAN: record {
		word_count: count;
		dialect_index: count;
		security_mode: SMB1::NegotiateResponseSecurity;
		max_buffer_size: count;
		max_mpx_count: count;
		max_number_vcs: count;
		raw_mode: SMB1::NegotiateRawMode;
		session_key: count;
		server_time: time;
		encryption_key: string;
		primary_domain: string;
	};

	## The answer of the NT dialect.
	type SMB1::NegotiateResponseNTLM: record {
		word_count: count;
		dialect_index: count;
		security_mode: SMB1::NegotiateResponseSecurity;
		max_buffer_size: count;
		max_mpx_count: count;
		max_number_vcs: count;
		max_raw_size: count;
		session_key: count;
		capabilities: SMB1::NegotiateCapabilities;
		server_time: time;
		encryption_key: string &optional;
		domain_name: string &optional;
		guid: string &optional;
		security_blob: string;
	};

	## The answer to a negotiation: one of its three forms.
	type SMB1::NegotiateResponse: record {
		core: SMB1::NegotiateResponseCore &optional;
		lanman: SMB1::NegotiateResponseLANMAN &optional;
		ntlm: SMB1::NegotiateResponseNTLM &optional;
	};

	## Capabilities of a client.
	type SMB1::SessionSetupAndXCapabilities: record {
		unicode: bool;
		large_files: bool;
		nt_smbs: bool;
		status32: bool;
		level_2_oplocks: bool;
		nt_find: bool;
	};

	## A client signs in.
	type SMB1::SessionSetupAndXRequest: record {
		word_count: count;
		max_buffer_size: count;
		max_mpx_count: count;
		vc_number: count;
		session_key: count;
		native_os: string;
		native_lanman: string;
		account_name: string &optional;
		account_password: string &optional;
		primary_domain: string &optional;
		case_insensitive_password: string &optional;
		case_sensitive_password: string &optional;
		security_blob: string &optional;
		capabilities: SMB1::SessionSetupAndXCapabilities &optional;
	};

	## The answer to a client that signs in.
	type SMB1::SessionSetupAndXResponse: record {
		word_count: count;
		is_guest: bool &optional;
		native_os: string &optional;
		native_lanman: string &optional;
		primary_domain: string &optional;
		security_blob: string &optional;
	};

	## The header of a TRANSACTION2 message.
	type SMB1::Trans2_Args: record {
		total_param_count: count;
		total_data_count: count;
		max_param_count: count;
		max_data_count: count;
		max_setup_count: count;
		flags: count;
		trans_timeout: count;
		param_count: count;
		param_offset: count;
		data_count: count;
		data_offset: count;
		setup_count: count;
	};

	## The header of a TRANSACTION_SECONDARY message.
	type SMB1::Trans_Sec_Args: record {
		total_param_count: count;
		total_data_count: count;
		param_count: count;
		param_offset: count;
		param_displacement: count;
		data_count: count;
		data_offset: count;
		data_displacement: count;
	};

	## The header of a TRANSACTION2_SECONDARY message.
	type SMB1::Trans2_Sec_Args: record {
		total_param_count: count;
		total_data_count: count;
		param_count: count;
		param_offset: count;
		param_displacement: count;
		data_count: count;
		data_offset: count;
		data_displacement: count;
		FID: count;
	};

	## A search for files.
	type SMB1::Find_First2_Request_Args: record {
		search_attrs: count;
		search_count: count;
		flags: count;
		info_level: count;
		search_storage_type: count;
		file_name: string;
	};

	type SMB1::Find_First2_Response_Args: record {
		sid: count;
		search_count: count;
		end_of_search: bool;
		ext_attr_error: string &optional;
	};
}

module SMB2;

export {
	## The header of a message.
	type SMB2::Header: record {
		credit_charge: count;
		status: count;
		command: count;
		credits: count;
		flags: count;
		message_id: count;
		process_id: count;
		tree_id: count;
		session_id: count;
		signature: string;
	};

	## The identifier of an open file, or of a server, in two halves.
	type SMB2::GUID: record {
		persistent: count;
		volatile: count;
	};

	## A file's attributes ([MS-FSCC] 2.6).
	type SMB2::FileAttrs: record {
		read_only: bool;
		hidden: bool;
		system: bool;
		directory: bool;
		archive: bool;
		normal: bool;
		temporary: bool;
		sparse_file: bool;
		reparse_point: bool;
		compressed: bool;
		offline: bool;
		not_content_indexed: bool;
		encrypted: bool;
		integrity_stream: bool;
		no_scrub_data: bool;
	};

	## The attributes of a file when it was closed.
	type SMB2::CloseResponse: record {
		alloc_size: count;
		eof: count;
		times: SMB::MACTimes;
		attrs: SMB2::FileAttrs;
	};

	## The hash algorithms that protect the negotiation.
	type SMB2::PreAuthIntegrityCapabilities: record {
		hash_alg_count: count;
		salt_length: count;
		hash_alg: vector of count;
		salt: string;
	};

	## The ciphers.
	type SMB2::EncryptionCapabilities: record {
		cipher_count: count;
		ciphers: vector of count;
	};

	## The compression algorithms.
	type SMB2::CompressionCapabilities: record {
		alg_count: count;
		algs: vector of count;
	};

	## One context of a negotiation.
	type SMB2::NegotiateContextValue: record {
		context_type: count;
		data_length: count;
		preauth_info: SMB2::PreAuthIntegrityCapabilities &optional;
		encryption_info: SMB2::EncryptionCapabilities &optional;
		compression_info: SMB2::CompressionCapabilities &optional;
		netname: string &optional;
	};

	type SMB2::NegotiateContextValues: vector of SMB2::NegotiateContextValue;

	## The server's choice.
	type SMB2::NegotiateResponse: record {
		dialect_revision: count;
		security_mode: count;
		server_guid: SMB2::GUID;
		system_time: time;
		server_start_time: time;
		negotiate_context_count: count;
		negotiate_context_values: SMB2::NegotiateContextValues;
	};

	## A client signs in.
	type SMB2::SessionSetupRequest: record {
		security_mode: count;
	};

	## The kind of the session.
	type SMB2::SessionSetupFlags: record {
		guest: bool;
		anonymous: bool;
		encrypt: bool;
	};

	## The answer to a client that signs in.
	type SMB2::SessionSetupResponse: record {
		flags: SMB2::SessionSetupFlags;
	};

	## The kind of a share: 1 disk, 2 pipe, 3 printer.
	type SMB2::TreeConnectResponse: record {
		share_type: count;
	};

	## A file to open or create.
	type SMB2::CreateRequest: record {
		filename: string;
		disposition: count;
		create_options: count;
	};

	## The file that was opened or created.
	type SMB2::CreateResponse: record {
		file_id: SMB2::GUID;
		size: count;
		times: SMB::MACTimes;
		attrs: SMB2::FileAttrs;
		create_action: count;
	};

	## Limits of a file system.
	type SMB2::Fscontrol: record {
		free_space_start_filtering: int;
		free_space_threshold: int;
		free_space_stop_filtering: int;
		delete_quota_threshold: count;
		default_quota_limit: count;
		fs_control_flags: count;
	};

	## An extended attribute.
	type SMB2::FileEA: record {
		ea_name: string;
		ea_value: string;
	};

	type SMB2::FileEAs: vector of SMB2::FileEA;

	## The header of an encrypted message.
	type SMB2::Transform_header: record {
		signature: string;
		nonce: string;
		orig_msg_size: count;
		flags: count;
		session_id: count;
	};
}

module DCE_RPC;

export {
	const max_cmd_reassembly = 20 &redef;
	const max_frag_data = 30000 &redef;
}

module GLOBAL;
