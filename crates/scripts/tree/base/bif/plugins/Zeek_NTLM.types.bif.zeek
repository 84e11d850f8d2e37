# What the NTLM part declares: types.
