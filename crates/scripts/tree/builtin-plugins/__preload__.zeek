# Loaded before the frameworks; built-in parts add nothing here.
