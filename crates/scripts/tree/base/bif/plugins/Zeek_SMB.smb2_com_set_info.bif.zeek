# Declarations of the SMB plugin: smb2 com set info.

module GLOBAL;

export {
	## A request to rename a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## dst_filename: The new name.
	global smb2_file_rename: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, dst_filename: string);

	## A request to delete a file when it is closed.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## delete_pending: False cancels an earlier request.
	global smb2_file_delete: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, delete_pending: bool);

	## A request to set times and attributes of a file.
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

	## A request to allocate space for a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## alloc_size: The number of bytes.
	global smb2_file_allocation: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, alloc_size: int);

	## A request to set the end of a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## end_of_file: The new length in bytes.
	global smb2_file_endoffile: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, end_of_file: int);

	## A request to set the access mode of a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## mode: Flags.
	global smb2_file_mode: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, mode: count);

	## A request to set the read mode of a pipe.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## read_mode: 0 as bytes, 1 as messages.
	##
	## completion_mode: 0 for blocking calls, 1 for non-blocking ones.
	global smb2_file_pipe: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, read_mode: count, completion_mode: count);

	## A request to set the position in a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## current_byte_offset: The position.
	global smb2_file_position: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, current_byte_offset: int);

	## A request to set the short name of a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## file_name: The name in 8.3 form.
	global smb2_file_shortname: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, file_name: string);

	## A request to set the valid data length of a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## valid_data_length: The number of bytes.
	global smb2_file_validdatalength: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, valid_data_length: int);

	## A request to set extended attributes of a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## file_eas: The attributes.
	global smb2_file_fullea: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, file_eas: SMB2::FileEAs);

	## A request to create a hard link to a file.
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

	## A request to set quotas of a file system.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## fs_control: The quotas.
	global smb2_file_fscontrol: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, fs_control: SMB2::Fscontrol);

	## A request to set the object id of a file system.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## object_id: The id.
	##
	## extended_info: Extra data stored with it.
	global smb2_file_fsobjectid: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, object_id: SMB2::GUID, extended_info: string);
}
