# Signatures of file types.

@load-sigs ./archives
@load-sigs ./data
@load-sigs ./documents
@load-sigs ./images
@load-sigs ./media
@load-sigs ./programs
@load-sigs ./text
