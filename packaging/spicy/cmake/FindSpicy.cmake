# Finds Egret's programs for Spicy under their names.
#
#   SPICY_FOUND, SPICY_CONFIG, SPICYC, SPICY_VERSION, SPICY_VERSION_NUMBER
#   spicy_require_version(VERSION)   fails if this version of the language is older
#   spicy_print_summary()

get_filename_component(_egret_bin "${CMAKE_CURRENT_LIST_DIR}/../../../../bin" ABSOLUTE)
find_program(SPICY_CONFIG spicy-config HINTS "${_egret_bin}")
find_program(SPICYC spicyc HINTS "${_egret_bin}")

if (SPICY_CONFIG)
    foreach (_name VERSION VERSION_NUMBER)
        string(TOLOWER "--${_name}" _option)
        string(REPLACE "_" "-" _option "${_option}")
        execute_process(COMMAND "${SPICY_CONFIG}" ${_option} OUTPUT_VARIABLE SPICY_${_name}
                        OUTPUT_STRIP_TRAILING_WHITESPACE)
    endforeach ()
endif ()

function (spicy_require_version version)
    if (SPICY_VERSION VERSION_LESS version)
        message(FATAL_ERROR "This package needs Spicy ${version}; Egret implements ${SPICY_VERSION}")
    endif ()
endfunction ()

function (spicy_print_summary)
    message(STATUS "Spicy ${SPICY_VERSION}, read when Egret starts: no C++ compiler is needed")
endfunction ()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Spicy REQUIRED_VARS SPICY_CONFIG SPICYC VERSION_VAR SPICY_VERSION)
