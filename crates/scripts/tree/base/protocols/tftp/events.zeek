##! The events of TFTP.

module TFTP;

export {
	## An option of a request or of the answer to it (RFC 2347).
	type Option: record {
		## Its name as sent; names have no case.
		name: string;
		## Its value as sent, a decimal number for every option that is defined.
		value: string;
	};

	## The options of a message in their order.
	type Options: vector of Option;
}

module GLOBAL;

export {
	## A client requests a file. The file is sent on another connection, which the server opens from a new port.
	##
	## c: The connection of the request.
	##
	## is_orig: Always true: requests of the responder are weird.
	##
	## filename: The file's name as sent.
	##
	## mode: The transfer mode: ``netascii``, ``octet`` or ``mail``, in any case.
	##
	## options: The requested options: block size, timeout, file size.
	global tftp_read_request: event(c: connection, is_orig: bool, filename: string, mode: string, options: TFTP::Options);

	## A client requests to send a file. The file is sent on another connection, which the server opens from a new port.
	##
	## c: The connection of the request.
	##
	## is_orig: Always true: requests of the responder are weird.
	##
	## filename: The file's name as sent.
	##
	## mode: The transfer mode: ``netascii``, ``octet`` or ``mail``, in any case.
	##
	## options: The requested options, with the size of the file if the client states it.
	global tftp_write_request: event(c: connection, is_orig: bool, filename: string, mode: string, options: TFTP::Options);

	## A block of a file; raised again for a retransmitted block.
	##
	## c: The connection of the transfer.
	##
	## is_orig: True if the originator of the connection sent the block. The server opens the connection.
	##
	## block: The 16-bit block number, from 1; it wraps for long files.
	##
	## length: The bytes of the block on the wire. A block that is shorter than the negotiated size is the last.
	##
	## data: The captured bytes.
	global tftp_data: event(c: connection, is_orig: bool, block: count, length: count, data: string);

	## A block is acknowledged.
	##
	## c: The connection of the transfer.
	##
	## is_orig: True if the originator of the connection acknowledges it.
	##
	## block: The block's number; 0 allows a client to begin writing, or confirms options.
	global tftp_ack: event(c: connection, is_orig: bool, block: count);

	## A transfer fails or is rejected.
	##
	## c: The connection of the transfer.
	##
	## is_orig: True if the originator of the connection ends the transfer.
	##
	## code: The error code (RFC 1350, RFC 2347): 1 no such file, 2 access denied, 3 disk full, 4 illegal operation,
	##       5 unknown transfer, 6 file exists, 7 no such user, 8 options refused.
	##
	## msg: The sender's error message.
	global tftp_error: event(c: connection, is_orig: bool, code: count, msg: string);

	## A server accepts options. Its values apply to the transfer.
	##
	## c: The connection of the transfer.
	##
	## is_orig: True if the server opened the connection, as it should.
	##
	## options: The accepted options with their values.
	global tftp_option_ack: event(c: connection, is_orig: bool, options: TFTP::Options);
}
