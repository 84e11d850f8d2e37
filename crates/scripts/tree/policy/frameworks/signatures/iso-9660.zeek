# Detects CD images. Their descriptor is far inside the file, so more of each file is buffered until its type is
# known.

@load-sigs ./iso-9660

@if ( default_file_bof_buffer_size < 17 * 2048 )
redef default_file_bof_buffer_size = 17 * 2048;
@endif
