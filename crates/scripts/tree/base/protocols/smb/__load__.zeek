@load ./consts
@load ./const-dos-error
@load ./const-nt-status

@load ./main
@load ./smb1-main
@load ./smb2-main
@load ./files

@load-sigs ./dpd.sig
