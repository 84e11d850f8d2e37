# @TEST-EXEC: zeek $PACKAGE %INPUT
# @TEST-EXEC: zeek-cut what < with_zeek_cut.log > output
# @TEST-EXEC: btest-diff output
