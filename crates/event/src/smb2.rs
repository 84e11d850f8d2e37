// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_SMB.smb2_com_close.bif.zeek, base/bif/plugins/Zeek_SMB.smb2_com_create.bif.zeek, base/bif/plugins/Zeek_SMB.smb2_com_negotiate.bif.zeek, base/bif/plugins/Zeek_SMB.smb2_com_read.bif.zeek, base/bif/plugins/Zeek_SMB.smb2_com_session_setup.bif.zeek, base/bif/plugins/Zeek_SMB.smb2_com_set_info.bif.zeek, base/bif/plugins/Zeek_SMB.smb2_com_transform_header.bif.zeek, base/bif/plugins/Zeek_SMB.smb2_com_tree_connect.bif.zeek, base/bif/plugins/Zeek_SMB.smb2_com_tree_disconnect.bif.zeek, base/bif/plugins/Zeek_SMB.smb2_com_write.bif.zeek, base/bif/plugins/Zeek_SMB.smb2_events.bif.zeek, base/init/smb.zeek}.
//! SMB 2 and 3 ([MS-SMB2], [MS-FSCC]).
use crate::smb::MacTimes;
use crate::arg::{ConnId, ListOf, Moment};
use crate::declare::{events, records};

records! {
    /// The header of a message.
    Header<'a> = "SMB2::Header" {
        credit_charge: u64, status: u64, command: u64, credits: u64, flags: u64, message_id: u64, process_id: u64,
        tree_id: u64, session_id: u64, signature: &'a [u8]
    }
    /// The identifier of an open file, or of a server, in two halves.
    Guid = "SMB2::GUID" { persistent: u64, volatile: u64 }
    /// A file's attributes ([MS-FSCC] 2.6).
    FileAttrs = "SMB2::FileAttrs" {
        read_only: bool, hidden: bool, system: bool, directory: bool, archive: bool, normal: bool, temporary: bool,
        sparse_file: bool, reparse_point: bool, compressed: bool, offline: bool, not_content_indexed: bool,
        encrypted: bool, integrity_stream: bool, no_scrub_data: bool
    }
    /// The attributes of a file when it was closed.
    CloseResponse = "SMB2::CloseResponse" { alloc_size: u64, eof: u64, times: MacTimes, attrs: FileAttrs }
    /// The hash algorithms that protect the negotiation.
    PreAuthIntegrityCapabilities<'a> = "SMB2::PreAuthIntegrityCapabilities" {
        hash_alg_count: u64, salt_length: u64, hash_alg: ListOf<'a, u64>, salt: &'a [u8]
    }
    /// The ciphers.
    EncryptionCapabilities<'a> = "SMB2::EncryptionCapabilities" { cipher_count: u64, ciphers: ListOf<'a, u64> }
    /// The compression algorithms.
    CompressionCapabilities<'a> = "SMB2::CompressionCapabilities" { alg_count: u64, algs: ListOf<'a, u64> }
    /// One context of a negotiation.
    NegotiateContextValue<'a> = "SMB2::NegotiateContextValue" {
        context_type: u64, data_length: u64, preauth_info: Option<PreAuthIntegrityCapabilities<'a>>,
        encryption_info: Option<EncryptionCapabilities<'a>>, compression_info: Option<CompressionCapabilities<'a>>,
        netname: Option<&'a [u8]>
    }
    /// The server's choice.
    NegotiateResponse<'a> = "SMB2::NegotiateResponse" {
        dialect_revision: u64, security_mode: u64, server_guid: Guid, system_time: Moment, server_start_time: Moment,
        negotiate_context_count: u64, negotiate_context_values: ListOf<'a, NegotiateContextValue<'a>>
    }
    /// A client signs in.
    SessionSetupRequest = "SMB2::SessionSetupRequest" { security_mode: u64 }
    /// The kind of the session.
    SessionSetupFlags = "SMB2::SessionSetupFlags" { guest: bool, anonymous: bool, encrypt: bool }
    /// The answer to a client that signs in.
    SessionSetupResponse = "SMB2::SessionSetupResponse" { flags: SessionSetupFlags }
    /// The kind of a share: 1 disk, 2 pipe, 3 printer.
    TreeConnectResponse = "SMB2::TreeConnectResponse" { share_type: u64 }
    /// A file to open or create.
    CreateRequest<'a> = "SMB2::CreateRequest" { filename: &'a [u8], disposition: u64, create_options: u64 }
    /// The file that was opened or created.
    CreateResponse = "SMB2::CreateResponse" {
        file_id: Guid, size: u64, times: MacTimes, attrs: FileAttrs, create_action: u64
    }
    /// Limits of a file system.
    Fscontrol = "SMB2::Fscontrol" {
        free_space_start_filtering: i64, free_space_threshold: i64, free_space_stop_filtering: i64,
        delete_quota_threshold: u64, default_quota_limit: u64, fs_control_flags: u64
    }
    /// An extended attribute.
    FileEa<'a> = "SMB2::FileEA" { ea_name: &'a [u8], ea_value: &'a [u8] }
    /// The header of an encrypted message.
    TransformHeader<'a> = "SMB2::Transform_header" {
        signature: &'a [u8], nonce: &'a [u8], orig_msg_size: u64, flags: u64, session_id: u64
    }
}

events! { in smb2;
    /// A request to close a file.
    CloseRequest<'a> = "smb2_close_request" { c: ConnId, hdr: Header<'a>, file_id: Guid }
    /// A file was closed.
    CloseResponseSeen<'a> = "smb2_close_response" { c: ConnId, hdr: Header<'a>, response: CloseResponse }
    /// A request to open or create a file or pipe.
    CreateRequestSeen<'a> = "smb2_create_request" { c: ConnId, hdr: Header<'a>, request: CreateRequest<'a> }
    /// A file or pipe was opened or created.
    CreateResponseSeen<'a> = "smb2_create_response" { c: ConnId, hdr: Header<'a>, response: CreateResponse }
    /// The dialects that a client supports.
    NegotiateRequest<'a> = "smb2_negotiate_request" { c: ConnId, hdr: Header<'a>, dialects: ListOf<'a, u64> }
    /// The dialect that a server chose.
    NegotiateResponseSeen<'a> = "smb2_negotiate_response" {
        c: ConnId, hdr: Header<'a>, response: NegotiateResponse<'a>
    }
    /// A request to read a file or pipe.
    ReadRequest<'a> = "smb2_read_request" { c: ConnId, hdr: Header<'a>, file_id: Guid, offset: u64, length: u64 }
    /// A user logs on.
    SessionSetupRequestSeen<'a> = "smb2_session_setup_request" {
        c: ConnId, hdr: Header<'a>, request: SessionSetupRequest
    }
    /// The response to a logon.
    SessionSetupResponseSeen<'a> = "smb2_session_setup_response" {
        c: ConnId, hdr: Header<'a>, response: SessionSetupResponse
    }
    /// A request to rename a file.
    FileRename<'a> = "smb2_file_rename" { c: ConnId, hdr: Header<'a>, file_id: Guid, dst_filename: &'a [u8] }
    /// A request to delete a file when it is closed.
    FileDelete<'a> = "smb2_file_delete" { c: ConnId, hdr: Header<'a>, file_id: Guid, delete_pending: bool }
    /// A request to set times and attributes of a file.
    FileSattr<'a> = "smb2_file_sattr" { c: ConnId, hdr: Header<'a>, file_id: Guid, times: MacTimes, attrs: FileAttrs }
    /// A request to allocate space for a file.
    FileAllocation<'a> = "smb2_file_allocation" { c: ConnId, hdr: Header<'a>, file_id: Guid, alloc_size: i64 }
    /// A request to set the end of a file.
    FileEndoffile<'a> = "smb2_file_endoffile" { c: ConnId, hdr: Header<'a>, file_id: Guid, end_of_file: i64 }
    /// A request to set the access mode of a file.
    FileMode<'a> = "smb2_file_mode" { c: ConnId, hdr: Header<'a>, file_id: Guid, mode: u64 }
    /// A request to set the read mode of a pipe.
    FilePipe<'a> = "smb2_file_pipe" { c: ConnId, hdr: Header<'a>, file_id: Guid, read_mode: u64, completion_mode: u64 }
    /// A request to set the position in a file.
    FilePosition<'a> = "smb2_file_position" { c: ConnId, hdr: Header<'a>, file_id: Guid, current_byte_offset: i64 }
    /// A request to set the short name of a file.
    FileShortname<'a> = "smb2_file_shortname" { c: ConnId, hdr: Header<'a>, file_id: Guid, file_name: &'a [u8] }
    /// A request to set the valid data length of a file.
    FileValiddatalength<'a> = "smb2_file_validdatalength" {
        c: ConnId, hdr: Header<'a>, file_id: Guid, valid_data_length: i64
    }
    /// A request to set extended attributes of a file.
    FileFullea<'a> = "smb2_file_fullea" { c: ConnId, hdr: Header<'a>, file_id: Guid, file_eas: ListOf<'a, FileEa<'a>> }
    /// A request to create a hard link to a file.
    FileLink<'a> = "smb2_file_link" {
        c: ConnId, hdr: Header<'a>, file_id: Guid, root_directory: u64, file_name: &'a [u8]
    }
    /// A request to set quotas of a file system.
    FileFscontrol<'a> = "smb2_file_fscontrol" { c: ConnId, hdr: Header<'a>, file_id: Guid, fs_control: Fscontrol }
    /// A request to set the object id of a file system.
    FileFsobjectid<'a> = "smb2_file_fsobjectid" {
        c: ConnId, hdr: Header<'a>, file_id: Guid, object_id: Guid, extended_info: &'a [u8]
    }
    /// An encrypted message.
    TransformHeaderSeen<'a> = "smb2_transform_header" { c: ConnId, hdr: TransformHeader<'a> }
    /// A request to connect to a share.
    TreeConnectRequest<'a> = "smb2_tree_connect_request" { c: ConnId, hdr: Header<'a>, path: &'a [u8] }
    /// A share was connected.
    TreeConnectResponseSeen<'a> = "smb2_tree_connect_response" {
        c: ConnId, hdr: Header<'a>, response: TreeConnectResponse
    }
    /// A request to disconnect from a share.
    TreeDisconnectRequest<'a> = "smb2_tree_disconnect_request" { c: ConnId, hdr: Header<'a> }
    /// A share was disconnected.
    TreeDisconnectResponse<'a> = "smb2_tree_disconnect_response" { c: ConnId, hdr: Header<'a> }
    /// A request to write to a file or pipe.
    WriteRequest<'a> = "smb2_write_request" { c: ConnId, hdr: Header<'a>, file_id: Guid, offset: u64, length: u64 }
    /// A file or pipe was written.
    WriteResponse<'a> = "smb2_write_response" { c: ConnId, hdr: Header<'a>, length: u64 }
    /// The header of any message of SMB 2 and 3, before the event of its command.
    Message<'a> = "smb2_message" { c: ConnId, hdr: Header<'a>, is_orig: bool }
    /// Too many requests were unanswered; all were discarded.
    DiscardedMessagesState<'a> = "smb2_discarded_messages_state" { c: ConnId, state: &'a str }
}
