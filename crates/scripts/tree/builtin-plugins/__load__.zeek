# Loaded after the frameworks; built-in parts add nothing here.
