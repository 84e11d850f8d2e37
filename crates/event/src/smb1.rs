// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_SMB.smb1_com_check_directory.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_close.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_create_directory.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_echo.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_logoff_andx.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_negotiate.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_nt_cancel.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_nt_create_andx.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_query_information.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_read_andx.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_session_setup_andx.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_transaction.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_transaction2.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_transaction2_secondary.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_transaction_secondary.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_tree_connect_andx.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_tree_disconnect.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_com_write_andx.bif.zeek, base/bif/plugins/Zeek_SMB.smb1_events.bif.zeek, base/init/smb.zeek}.
//! SMB 1, also called CIFS ([MS-CIFS], [MS-SMB]).
use crate::smb::MacTimes;
use crate::arg::{ConnId, ListOf, Moment};
use crate::declare::{events, records};

records! {
    /// The header of a message.
    Header = "SMB1::Header" {
        command: u64, status: u64, flags: u64, flags2: u64, tid: u64, pid: u64, uid: u64, mid: u64
    }
    /// Whether raw reads and writes are served.
    NegotiateRawMode = "SMB1::NegotiateRawMode" { read_raw: bool, write_raw: bool }
    /// Capabilities of a server.
    NegotiateCapabilities = "SMB1::NegotiateCapabilities" {
        raw_mode: bool, mpx_mode: bool, unicode: bool, large_files: bool, nt_smbs: bool, rpc_remote_apis: bool,
        status32: bool, level_2_oplocks: bool, lock_and_read: bool, nt_find: bool, dfs: bool,
        infolevel_passthru: bool, large_readx: bool, large_writex: bool, unix: bool, bulk_transfer: bool,
        compressed_data: bool, extended_security: bool
    }
    /// How a server authenticates users.
    NegotiateResponseSecurity = "SMB1::NegotiateResponseSecurity" {
        user_level: bool, challenge_response: bool, signatures_enabled: Option<bool>,
        signatures_required: Option<bool>
    }
    /// The answer of the first dialect.
    NegotiateResponseCore = "SMB1::NegotiateResponseCore" { dialect_index: u64 }
    /// The answer of LAN Manager's dialects.
    NegotiateResponseLanman<'a> = "SMB1::NegotiateResponseLANMAN" {
        word_count: u64, dialect_index: u64, security_mode: NegotiateResponseSecurity, max_buffer_size: u64,
        max_mpx_count: u64, max_number_vcs: u64, raw_mode: NegotiateRawMode, session_key: u64, server_time: Moment,
        encryption_key: &'a [u8], primary_domain: &'a [u8]
    }
    /// The answer of the NT dialect.
    NegotiateResponseNtlm<'a> = "SMB1::NegotiateResponseNTLM" {
        word_count: u64, dialect_index: u64, security_mode: NegotiateResponseSecurity, max_buffer_size: u64,
        max_mpx_count: u64, max_number_vcs: u64, max_raw_size: u64, session_key: u64,
        capabilities: NegotiateCapabilities, server_time: Moment, encryption_key: Option<&'a [u8]>,
        domain_name: Option<&'a [u8]>, guid: Option<&'a [u8]>, security_blob: Option<&'a [u8]>
    }
    /// The answer to a negotiation: one of its three forms.
    NegotiateResponse<'a> = "SMB1::NegotiateResponse" {
        core: Option<NegotiateResponseCore>, lanman: Option<NegotiateResponseLanman<'a>>,
        ntlm: Option<NegotiateResponseNtlm<'a>>
    }
    /// Capabilities of a client.
    SessionSetupAndxCapabilities = "SMB1::SessionSetupAndXCapabilities" {
        unicode: bool, large_files: bool, nt_smbs: bool, status32: bool, level_2_oplocks: bool, nt_find: bool
    }
    /// A client signs in.
    SessionSetupAndxRequest<'a> = "SMB1::SessionSetupAndXRequest" {
        word_count: u64, max_buffer_size: u64, max_mpx_count: u64, vc_number: u64, session_key: u64,
        native_os: &'a [u8], native_lanman: &'a [u8], account_name: Option<&'a [u8]>,
        account_password: Option<&'a [u8]>, primary_domain: Option<&'a [u8]>,
        case_insensitive_password: Option<&'a [u8]>, case_sensitive_password: Option<&'a [u8]>,
        security_blob: Option<&'a [u8]>, capabilities: Option<SessionSetupAndxCapabilities>
    }
    /// The answer to a client that signs in.
    SessionSetupAndxResponse<'a> = "SMB1::SessionSetupAndXResponse" {
        word_count: u64, is_guest: Option<bool>, native_os: Option<&'a [u8]>, native_lanman: Option<&'a [u8]>,
        primary_domain: Option<&'a [u8]>, security_blob: Option<&'a [u8]>
    }
    /// The header of a TRANSACTION2 message.
    Trans2Args = "SMB1::Trans2_Args" {
        total_param_count: u64, total_data_count: u64, max_param_count: u64, max_data_count: u64,
        max_setup_count: u64, flags: u64, trans_timeout: u64, param_count: u64, param_offset: u64, data_count: u64,
        data_offset: u64, setup_count: u64
    }
    /// The header of a TRANSACTION_SECONDARY message.
    TransSecArgs = "SMB1::Trans_Sec_Args" {
        total_param_count: u64, total_data_count: u64, param_count: u64, param_offset: u64, param_displacement: u64,
        data_count: u64, data_offset: u64, data_displacement: u64
    }
    /// The header of a TRANSACTION2_SECONDARY message.
    Trans2SecArgs = "SMB1::Trans2_Sec_Args" {
        total_param_count: u64, total_data_count: u64, param_count: u64, param_offset: u64, param_displacement: u64,
        data_count: u64, data_offset: u64, data_displacement: u64, fid: u64 = "FID"
    }
    /// A search for files.
    FindFirst2RequestArgs<'a> = "SMB1::Find_First2_Request_Args" {
        search_attrs: u64, search_count: u64, flags: u64, info_level: u64, search_storage_type: u64,
        file_name: &'a [u8]
    }
}

events! { in smb1;
    /// A request whether a directory exists.
    CheckDirectoryRequest<'a> = "smb1_check_directory_request" { c: ConnId, hdr: Header, directory_name: &'a [u8] }
    /// The response that a directory exists.
    CheckDirectoryResponse = "smb1_check_directory_response" { c: ConnId, hdr: Header }
    /// A request to close a file.
    CloseRequest = "smb1_close_request" { c: ConnId, hdr: Header, file_id: u64 }
    /// A request to create a directory.
    CreateDirectoryRequest<'a> = "smb1_create_directory_request" { c: ConnId, hdr: Header, directory_name: &'a [u8] }
    /// A directory was created.
    CreateDirectoryResponse = "smb1_create_directory_response" { c: ConnId, hdr: Header }
    /// An echo request.
    EchoRequest<'a> = "smb1_echo_request" { c: ConnId, echo_count: u64, data: &'a [u8] }
    /// An echo response.
    EchoResponse<'a> = "smb1_echo_response" { c: ConnId, seq_num: u64, data: &'a [u8] }
    /// A user logs off.
    LogoffAndx = "smb1_logoff_andx" { c: ConnId, is_orig: bool }
    /// The dialects that a client supports.
    NegotiateRequest<'a> = "smb1_negotiate_request" { c: ConnId, hdr: Header, dialects: ListOf<'a, &'a [u8]> }
    /// The dialect that a server chose.
    NegotiateResponseSeen<'a> = "smb1_negotiate_response" { c: ConnId, hdr: Header, response: NegotiateResponse<'a> }
    /// A request is canceled.
    NtCancelRequest = "smb1_nt_cancel_request" { c: ConnId, hdr: Header }
    /// A request to open or create a file.
    NtCreateAndxRequest<'a> = "smb1_nt_create_andx_request" { c: ConnId, hdr: Header, file_name: &'a [u8] }
    /// A file was opened or created.
    NtCreateAndxResponse = "smb1_nt_create_andx_response" {
        c: ConnId, hdr: Header, file_id: u64, file_size: u64, times: MacTimes
    }
    /// A request for the attributes of a file.
    QueryInformationRequest<'a> = "smb1_query_information_request" { c: ConnId, hdr: Header, filename: &'a [u8] }
    /// A request to read a file.
    ReadAndxRequest = "smb1_read_andx_request" { c: ConnId, hdr: Header, file_id: u64, offset: u64, length: u64 }
    /// The response with data of a file.
    ReadAndxResponse = "smb1_read_andx_response" { c: ConnId, hdr: Header, data_len: u64 }
    /// A user logs on.
    SessionSetupRequest<'a> = "smb1_session_setup_andx_request" {
        c: ConnId, hdr: Header, request: SessionSetupAndxRequest<'a>
    }
    /// The response to a logon.
    SessionSetupResponse<'a> = "smb1_session_setup_andx_response" {
        c: ConnId, hdr: Header, response: SessionSetupAndxResponse<'a>
    }
    /// A transaction: mostly a message to a pipe.
    TransactionRequest<'a> = "smb1_transaction_request" {
        c: ConnId, hdr: Header, name: &'a [u8], sub_cmd: u64, parameters: &'a [u8], data: &'a [u8]
    }
    /// The answer to a transaction.
    TransactionResponse<'a> = "smb1_transaction_response" {
        c: ConnId, hdr: Header, parameters: &'a [u8], data: &'a [u8]
    }
    /// A transaction about files.
    Transaction2Request = "smb1_transaction2_request" { c: ConnId, hdr: Header, args: Trans2Args, sub_cmd: u64 }
    /// A search for files.
    Trans2FindFirst2Request<'a> = "smb1_trans2_find_first2_request" {
        c: ConnId, hdr: Header, args: FindFirst2RequestArgs<'a>
    }
    /// A request for information about a path.
    Trans2QueryPathInfoRequest<'a> = "smb1_trans2_query_path_info_request" {
        c: ConnId, hdr: Header, file_name: &'a [u8]
    }
    /// A request for the target of a path in the distributed file system.
    Trans2GetDfsReferralRequest<'a> = "smb1_trans2_get_dfs_referral_request" {
        c: ConnId, hdr: Header, file_name: &'a [u8]
    }
    /// More of a transaction about files.
    Transaction2SecondaryRequest<'a> = "smb1_transaction2_secondary_request" {
        c: ConnId, hdr: Header, args: Trans2SecArgs, parameters: &'a [u8], data: &'a [u8]
    }
    /// More of a transaction.
    TransactionSecondaryRequest<'a> = "smb1_transaction_secondary_request" {
        c: ConnId, hdr: Header, args: TransSecArgs, parameters: &'a [u8], data: &'a [u8]
    }
    /// A request to connect to a share.
    TreeConnectAndxRequest<'a> = "smb1_tree_connect_andx_request" {
        c: ConnId, hdr: Header, path: &'a [u8], service: &'a [u8]
    }
    /// A share was connected.
    TreeConnectAndxResponse<'a> = "smb1_tree_connect_andx_response" {
        c: ConnId, hdr: Header, service: &'a [u8], native_file_system: &'a [u8]
    }
    /// A share is disconnected.
    TreeDisconnect = "smb1_tree_disconnect" { c: ConnId, hdr: Header, is_orig: bool }
    /// A request to write to a file.
    WriteAndxRequest = "smb1_write_andx_request" { c: ConnId, hdr: Header, file_id: u64, offset: u64, data_len: u64 }
    /// A file was written.
    WriteAndxResponse = "smb1_write_andx_response" { c: ConnId, hdr: Header, written_bytes: u64 }
    /// The header of any message of SMB 1, before the event of its command.
    Message = "smb1_message" { c: ConnId, hdr: Header, is_orig: bool }
    /// A response without content, for a command that can have content.
    EmptyResponse = "smb1_empty_response" { c: ConnId, hdr: Header }
    /// A response with an error.
    Error = "smb1_error" { c: ConnId, hdr: Header, is_orig: bool }
}
