# Images of CDs (ECMA-119): the first descriptor stands behind sixteen sectors of 2,048 bytes of anything. To count these
# off in the pattern would cost far more than to look for the descriptor anywhere.

signature file-iso9660 {
	file-mime "application/x-iso9660-image", 99
	file-magic /.*CD001\x01/
}
