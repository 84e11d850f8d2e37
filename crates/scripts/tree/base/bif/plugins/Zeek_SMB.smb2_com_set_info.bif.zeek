# What the SMB part declares: smb2 com set info.

module GLOBAL;

export {
	global smb2_file_rename: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, dst_filename: string);
	global smb2_file_delete: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, delete_pending: bool);
	global smb2_file_sattr: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, times: SMB::MACTimes, attrs: SMB2::FileAttrs);
	global smb2_file_allocation: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, alloc_size: int);
	global smb2_file_endoffile: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, end_of_file: int);
	global smb2_file_mode: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, mode: count);
	global smb2_file_pipe: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, read_mode: count, completion_mode: count);
	global smb2_file_position: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, current_byte_offset: int);
	global smb2_file_shortname: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, file_name: string);
	global smb2_file_validdatalength: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, valid_data_length: int);
	global smb2_file_fullea: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, file_eas: SMB2::FileEAs);
	global smb2_file_link: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, root_directory: count, file_name: string);
	global smb2_file_fscontrol: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, fs_control: SMB2::Fscontrol);
	global smb2_file_fsobjectid: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, object_id: SMB2::GUID, extended_info: string);
}
