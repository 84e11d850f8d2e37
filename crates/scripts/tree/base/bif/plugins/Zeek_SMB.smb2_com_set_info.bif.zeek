# What the SMB part declares: smb2 com set info.

module GLOBAL;

export {
	## A file is to be renamed.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## dst_filename: The new name.
	global smb2_file_rename: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, dst_filename: string);

	## A file is to be deleted when it is closed.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## delete_pending: False takes that back.
	global smb2_file_delete: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, delete_pending: bool);

	## Times and attributes of a file are to be set.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## times: The times.
	##
	## attrs: The attributes.
	global smb2_file_sattr: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, times: SMB::MACTimes, attrs: SMB2::FileAttrs);

	## Room is to be kept for a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## alloc_size: How many bytes.
	global smb2_file_allocation: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, alloc_size: int);

	## The end of a file is to be set.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## end_of_file: Its bytes.
	global smb2_file_endoffile: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, end_of_file: int);

	## How a file is accessed is to be set.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## mode: Flags.
	global smb2_file_mode: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, mode: count);

	## How a pipe is read is to be set.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## read_mode: 0 as bytes, 1 as messages.
	##
	## completion_mode: 0 if calls wait, 1 if they do not.
	global smb2_file_pipe: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, read_mode: count, completion_mode: count);

	## The position in a file is to be set.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## current_byte_offset: The position.
	global smb2_file_position: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, current_byte_offset: int);

	## The short name of a file is to be set.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## file_name: The name of eight and three characters.
	global smb2_file_shortname: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, file_name: string);

	## How much of a file is valid is to be set.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## valid_data_length: How many bytes.
	global smb2_file_validdatalength: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, valid_data_length: int);

	## Extended attributes of a file are to be set.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## file_eas: The attributes.
	global smb2_file_fullea: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, file_eas: SMB2::FileEAs);

	## A file is to get a further name.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## root_directory: The directory; 0 for a full path.
	##
	## file_name: The name.
	global smb2_file_link: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, root_directory: count, file_name: string);

	## Quotas of a file system are to be set.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## fs_control: The quotas.
	global smb2_file_fscontrol: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, fs_control: SMB2::Fscontrol);

	## The id of a file system is to be set.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## object_id: The id.
	##
	## extended_info: What is kept with it.
	global smb2_file_fsobjectid: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, object_id: SMB2::GUID, extended_info: string);
}
