# Declarations of the NTLM plugin: types.
