# Finds Egret under Zeek's names. Packages with Spicy analyzers ask for it before they build; they need no headers and no
# libraries.
#
#   ZEEK_FOUND, ZEEK_CONFIG, ZEEK_EXE, ZEEK_VERSION, ZEEK_VERSION_NUMBER
#   zeek_require_version(VERSION)   fails if this version is older
#   zeek_print_summary()

get_filename_component(_egret_bin "${CMAKE_CURRENT_LIST_DIR}/../../../../bin" ABSOLUTE)
find_program(ZEEK_CONFIG zeek-config HINTS "${_egret_bin}")
find_program(ZEEK_EXE zeek HINTS "${_egret_bin}")

# egret_version_number(OUT VERSION): 1.2.3 and 1.2 as a number, 10203 and 10200.
function (egret_version_number out version)
    if (NOT version MATCHES "^([0-9]+)\\.([0-9]+)(\\.([0-9]+))?")
        message(FATAL_ERROR "'${version}' is not a version: X.Y.Z was expected")
    endif ()
    set(patch 0)
    if (CMAKE_MATCH_4)
        set(patch ${CMAKE_MATCH_4})
    endif ()
    math(EXPR number "${CMAKE_MATCH_1} * 10000 + ${CMAKE_MATCH_2} * 100 + ${patch}")
    set(${out} ${number} PARENT_SCOPE)
endfunction ()

if (ZEEK_CONFIG)
    execute_process(COMMAND "${ZEEK_CONFIG}" --version OUTPUT_VARIABLE ZEEK_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
    egret_version_number(ZEEK_VERSION_NUMBER "${ZEEK_VERSION}")
endif ()

function (zeek_require_version version)
    egret_version_number(wanted "${version}")
    if (ZEEK_VERSION_NUMBER LESS wanted)
        message(FATAL_ERROR "This package needs Zeek ${version}; Egret is compatible with ${ZEEK_VERSION}")
    endif ()
endfunction ()

function (zeek_print_summary)
    message(STATUS "Egret, compatible with Zeek ${ZEEK_VERSION}: ${ZEEK_EXE}")
endfunction ()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Zeek REQUIRED_VARS ZEEK_CONFIG ZEEK_EXE VERSION_VAR ZEEK_VERSION)
