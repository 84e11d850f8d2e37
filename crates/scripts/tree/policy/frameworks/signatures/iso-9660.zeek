# Images of CDs in files.log. As much of each file is kept until its type is known as stands before the descriptor.

@load-sigs ./iso-9660

@if ( default_file_bof_buffer_size < 17 * 2048 )
redef default_file_bof_buffer_size = 17 * 2048;
@endif
