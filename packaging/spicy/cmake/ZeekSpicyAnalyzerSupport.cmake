# Builds the analyzers of a package:
#
#   spicy_add_analyzer(NAME analyzer [PACKAGE_NAME package] SOURCES file.spicy… file.evt… [SCRIPTS file.zeek…])
#
# spicyz checks the sources and packs them into spicy-modules/NAME.hlto of the build folder, where zkg takes it from.
# Installing puts it where every run finds it, and the scripts into the site folder. CXX_LINK is ignored: nothing is linked.
# SPICYZ_FLAGS holds further options for spicyz.

if (NOT SPICYZ)
    message(FATAL_ERROR "SPICYZ is not set: the path of spicyz was expected")
endif ()
execute_process(COMMAND "${SPICYZ}" --print-module-path OUTPUT_VARIABLE SPICY_MODULE_PATH OUTPUT_STRIP_TRAILING_WHITESPACE)
if (ZEEK_CONFIG)
    execute_process(COMMAND "${ZEEK_CONFIG}" --site_dir OUTPUT_VARIABLE ZEEK_SITE_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)
endif ()
set(SPICY_MODULE_OUTPUT_DIR_BUILD "${PROJECT_BINARY_DIR}/spicy-modules" CACHE PATH "where archives are built")
set(SPICY_MODULE_OUTPUT_DIR_INSTALL "${SPICY_MODULE_PATH}" CACHE PATH "where archives are installed")
set(SPICY_SCRIPTS_OUTPUT_DIR_INSTALL "${ZEEK_SITE_DIR}" CACHE PATH "the folder above the scripts of packages")

function (spicy_add_analyzer)
    cmake_parse_arguments(analyzer "" "NAME;PACKAGE_NAME" "SOURCES;SCRIPTS;CXX_LINK" ${ARGN})
    if (NOT analyzer_NAME)
        # The older form: the name, then the sources.
        list(POP_FRONT analyzer_UNPARSED_ARGUMENTS analyzer_NAME)
        set(analyzer_SOURCES ${analyzer_UNPARSED_ARGUMENTS})
    endif ()
    if (NOT analyzer_SOURCES)
        message(FATAL_ERROR "spicy_add_analyzer(${analyzer_NAME}): SOURCES were expected")
    endif ()
    if (NOT analyzer_PACKAGE_NAME)
        string(TOLOWER "${analyzer_NAME}" analyzer_PACKAGE_NAME)
    endif ()

    file(MAKE_DIRECTORY "${SPICY_MODULE_OUTPUT_DIR_BUILD}")
    set(archive "${SPICY_MODULE_OUTPUT_DIR_BUILD}/${analyzer_NAME}.hlto")
    add_custom_command(
        OUTPUT "${archive}"
        COMMAND "${SPICYZ}" -o "${archive}" ${SPICYZ_FLAGS} ${analyzer_SOURCES}
        DEPENDS ${analyzer_SOURCES}
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        COMMENT "Checking and packing ${analyzer_NAME}"
        VERBATIM)
    add_custom_target(${analyzer_NAME} ALL DEPENDS "${archive}")

    if (SPICY_MODULE_OUTPUT_DIR_INSTALL)
        install(FILES "${archive}" DESTINATION "${SPICY_MODULE_OUTPUT_DIR_INSTALL}")
    endif ()
    if (analyzer_SCRIPTS AND SPICY_SCRIPTS_OUTPUT_DIR_INSTALL)
        install(FILES ${analyzer_SCRIPTS} DESTINATION "${SPICY_SCRIPTS_OUTPUT_DIR_INSTALL}/${analyzer_PACKAGE_NAME}")
    endif ()
endfunction ()
