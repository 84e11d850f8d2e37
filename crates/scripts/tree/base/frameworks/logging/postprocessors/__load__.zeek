@load ./scp
@load ./sftp
