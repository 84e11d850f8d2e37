# @TEST-EXEC: zeek $PACKAGE %INPUT > output
# @TEST-EXEC: btest-diff output

print WithBtests::answer;
