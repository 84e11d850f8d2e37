# What the SMB part declares: smb2 com set info.

module GLOBAL;

export {
	## A file gets another name.
	global smb2_file_rename: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, dst_filename: string);
	## A file is deleted when it is closed, or no longer.
	global smb2_file_delete: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, delete_pending: bool);
	## A file's times and attributes are set.
	global smb2_file_sattr: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, times: SMB::MACTimes, attrs: SMB2::FileAttrs);
	## Room for a file is set.
	global smb2_file_allocation: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, alloc_size: int);
	## A file's end is set.
	global smb2_file_endoffile: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, end_of_file: int);
	## How a file is accessed.
	global smb2_file_mode: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, mode: count);
	## How a pipe is read.
	global smb2_file_pipe: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, read_mode: count, completion_mode: count);
	## Where in a file its handle stands.
	global smb2_file_position: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, current_byte_offset: int);
	## A file's name of eight and three characters.
	global smb2_file_shortname: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, file_name: string);
	## How much of a file is valid.
	global smb2_file_validdatalength: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, valid_data_length: int);
	## A file's extended attributes.
	global smb2_file_fullea: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, file_eas: SMB2::FileEAs);
	## A file gets one name more.
	global smb2_file_link: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, root_directory: count, file_name: string);
	## Limits of a file system.
	global smb2_file_fscontrol: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, fs_control: SMB2::Fscontrol);
	## The number of a file system.
	global smb2_file_fsobjectid: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, object_id: SMB2::GUID, extended_info: string);
}
