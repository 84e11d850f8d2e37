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
	## A client asks for a file. The file itself comes on another connection, which the server opens from a port of its
	## own.
	##
	## c: The connection of the request.
	##
	## is_orig: Always true: requests of the responder are weird.
	##
	## filename: The file's name as sent.
	##
	## mode: How the file is coded: ``netascii``, ``octet`` or ``mail``, in any case.
	##
	## options: What the client would like: a size of blocks, a timeout, the size of the file.
	global tftp_read_request: event(c: connection, is_orig: bool, filename: string, mode: string, options: TFTP::Options);

	## A client asks to send a file. It sends it on another connection, which the server opens from a port of its own.
	##
	## c: The connection of the request.
	##
	## is_orig: Always true: requests of the responder are weird.
	##
	## filename: The file's name as sent.
	##
	## mode: How the file is coded: ``netascii``, ``octet`` or ``mail``, in any case.
	##
	## options: What the client would like, and the size of the file if it says it.
	global tftp_write_request: event(c: connection, is_orig: bool, filename: string, mode: string, options: TFTP::Options);

	## A block of a file, raised again for a block that is sent again.
	##
	## c: The connection of the transfer.
	##
	## is_orig: True if the originator of the connection sent the block. The server opens the connection.
	##
	## block: The block's number from 1, of 16 bits: long files use numbers again.
	##
	## length: The bytes of the block on the wire. A block with fewer bytes than were agreed on is the last.
	##
	## data: The bytes as far as they were captured.
	global tftp_data: event(c: connection, is_orig: bool, block: count, length: count, data: string);

	## A block has arrived.
	##
	## c: The connection of the transfer.
	##
	## is_orig: True if the originator of the connection has the block.
	##
	## block: The block's number; 0 lets a client begin to write, or confirms options.
	global tftp_ack: event(c: connection, is_orig: bool, block: count);

	## A transfer fails, or is refused.
	##
	## c: The connection of the transfer.
	##
	## is_orig: True if the originator of the connection ends the transfer.
	##
	## code: Why, as RFC 1350 and RFC 2347 number it: 1 no such file, 2 access denied, 3 disk full, 4 illegal operation,
	##       5 unknown transfer, 6 file exists, 7 no such user, 8 options refused.
	##
	## msg: Why, in the sender's words.
	global tftp_error: event(c: connection, is_orig: bool, code: count, msg: string);

	## A server agrees to options. The values that it names hold for the transfer.
	##
	## c: The connection of the transfer.
	##
	## is_orig: True if the server opened the connection, as it should.
	##
	## options: The options that hold, with their values.
	global tftp_option_ack: event(c: connection, is_orig: bool, options: TFTP::Options);
}
