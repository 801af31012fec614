# LeakCheck: find the leaks of a target, over all of its files.
#
#   list (APPEND CMAKE_MODULE_PATH PREFIX/share/leakcheck/cmake)
#   include (LeakCheck)
#   leakcheck_enable (TARGET...)
#
# leakcheck_enable follows the definition of each TARGET, in the same CMakeLists.txt.  TARGET is
# then compiled with a record of its contracts, and two targets are made, both part of "all":
#
#   TARGET-contracts	the index TARGET.lkc in the build folder, of all objects of TARGET
#   TARGET-leaks	analyses the sources of TARGET with this index, and with those of the
#			libraries that TARGET links with and that were enabled before; its
#			objects are empty
#
# LEAKCHECK_COMMAND: the command.  LEAKCHECK_OPTIONS: more options for the analysis, such as
# -fplugin-arg-leakcheck-error.  Both may be set before the module is included.
#
# Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

cmake_minimum_required (VERSION 3.15)
include_guard (GLOBAL)

find_program (LEAKCHECK_COMMAND leakcheck HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin")

# Set RESULT to the plugin's name, or to "" with a message.
function (_leakcheck_plugin result)
  set (${result} "" PARENT_SCOPE)
  if (NOT CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    message (STATUS "LeakCheck: the compiler is not GCC: no leaks are looked for")
    return ()
  endif ()
  if (NOT LEAKCHECK_COMMAND)
    message (WARNING "LeakCheck: there is no command leakcheck; set LEAKCHECK_COMMAND")
    return ()
  endif ()
  execute_process (COMMAND "${LEAKCHECK_COMMAND}" --print-plugin-path
    OUTPUT_VARIABLE plugin OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status)
  if (status EQUAL 0)
    set (${result} "${plugin}" PARENT_SCOPE)
  else ()
    message (WARNING "LeakCheck: ${LEAKCHECK_COMMAND} knows no plugin")
  endif ()
endfunction ()

# Set RESULT to OPTIONS for the sources that GCC compiles.
function (_leakcheck_for_gcc result)
  set (options)
  foreach (option IN LISTS ARGN)
    list (APPEND options "$<$<COMPILE_LANG_AND_ID:C,GNU>:${option}>"
      "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:${option}>")
  endforeach ()
  set (${result} "${options}" PARENT_SCOPE)
endfunction ()

# Make COPY compile as TARGET does.
function (_leakcheck_copy_usage target copy)
  target_include_directories (${copy} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  target_compile_definitions (${copy} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  # Other warnings come when TARGET itself is compiled.
  set (options "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>")
  target_compile_options (${copy} PRIVATE "$<FILTER:${options},EXCLUDE,^-W|leakcheck>"
    "$<FILTER:${options},INCLUDE,^-Werror>")
  foreach (property C_STANDARD C_STANDARD_REQUIRED C_EXTENSIONS CXX_STANDARD
      CXX_STANDARD_REQUIRED CXX_EXTENSIONS POSITION_INDEPENDENT_CODE C_VISIBILITY_PRESET
      CXX_VISIBILITY_PRESET)
    get_target_property (value ${target} ${property})
    if (NOT value MATCHES "-NOTFOUND$")
      set_target_properties (${copy} PROPERTIES ${property} "${value}")
    endif ()
  endforeach ()
  get_target_property (type ${target} TYPE)
  if (type MATCHES "SHARED|MODULE")
    target_compile_definitions (${copy} PRIVATE ${target}_EXPORTS)
    set_target_properties (${copy} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif ()
endfunction ()

function (_leakcheck_enable_one target plugin)
  set (index "${CMAKE_CURRENT_BINARY_DIR}/${target}.lkc")
  set (arg -fplugin-arg-leakcheck)

  # Findings come from TARGET-leaks.
  _leakcheck_for_gcc (record "-fplugin=${plugin}" ${arg}-record ${arg}-disable=all)
  target_compile_options (${target} PRIVATE ${record})

  # An index with the same content is not touched, so a stamp says that it is up to date.
  add_custom_command (OUTPUT "${index}.stamp" BYPRODUCTS "${index}"
    COMMAND "${LEAKCHECK_COMMAND}" contracts --quiet -o "${index}" "$<TARGET_OBJECTS:${target}>"
    COMMAND "${CMAKE_COMMAND}" -E touch "${index}.stamp"
    DEPENDS "$<TARGET_OBJECTS:${target}>" "${LEAKCHECK_COMMAND}"
    COMMENT "Contracts of ${target}" COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target (${target}-contracts ALL DEPENDS "${index}.stamp")

  get_target_property (sources ${target} SOURCES)
  add_library (${target}-leaks OBJECT ${sources})
  _leakcheck_copy_usage (${target} ${target}-leaks)
  add_dependencies (${target}-leaks ${target}-contracts)
  set (read "-fplugin=${plugin}" ${arg}-stop ${arg}-contracts=${index} ${LEAKCHECK_OPTIONS})
  get_target_property (libraries ${target} LINK_LIBRARIES)
  foreach (library IN LISTS libraries)
    if (TARGET ${library} AND TARGET ${library}-contracts)
      get_target_property (other ${library} LEAKCHECK_INDEX)
      list (APPEND read ${arg}-contracts=${other})
      add_dependencies (${target}-leaks ${library}-contracts)
    endif ()
  endforeach ()
  _leakcheck_for_gcc (read ${read})
  target_compile_options (${target}-leaks PRIVATE ${read})
  set_target_properties (${target} PROPERTIES LEAKCHECK_INDEX "${index}")
endfunction ()

function (leakcheck_enable)
  _leakcheck_plugin (plugin)
  if (plugin)
    foreach (target IN LISTS ARGN)
      _leakcheck_enable_one (${target} "${plugin}")
    endforeach ()
  endif ()
endfunction ()
