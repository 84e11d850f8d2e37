# Detects images of CDs. Their descriptor stands far inside of the file, so more of each file is kept until its type
# is known.

@load-sigs ./iso-9660

@if ( default_file_bof_buffer_size < 17 * 2048 )
redef default_file_bof_buffer_size = 17 * 2048;
@endif
