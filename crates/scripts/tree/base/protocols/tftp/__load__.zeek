# A grammar of this name brings scripts of its own.
@ifndef ( Analyzer::ANALYZER_SPICY_TFTP )
@load ./events
@load ./main
@load ./files
@endif
