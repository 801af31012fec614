/* Parts of the texts of messages by which other programs of this project recognise what a message
   says: plugin/report.cc writes them, driver/rank.c reads them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef LK_MESSAGE_TEXT_H
#define LK_MESSAGE_TEXT_H

#include <libintl.h>

/* Some paths release the resource.  */
#define LK_TEXT_POSSIBLE " might not be "
/* The function that acquired the resource follows, in quotes.  */
#define LK_TEXT_ACQUIRED " acquired here by "
/* So does the function that is called, before the resource is acquired there.  */
#define LK_TEXT_CALLING "calling "
/* The text from here to the next semicolon is assumed.  */
#define LK_TEXT_ASSUMED "; assumed"
/* So many other resources, a number, are lost at the same place.  */
#define LK_TEXT_TOGETHER "; lost here as well: "
/* So many other values, a number, are lost in the same way if a loop sets them twice.  */
#define LK_TEXT_TWICE "; lost as well if this loop sets them twice: "

/* Why a function could not be analysed, after its name and a colon.  */
#define LK_TEXT_FAULT LK_N ("the analysis failed at it")
#define LK_TEXT_NO_LINES LK_N ("the class file has no line numbers: compile it with -g")

/* TEXT, which is translated where it is printed.  */
#define LK_N(TEXT) TEXT
/* The user's words for TEXT, which is ours and not GCC's to translate.  Reports that are compared
   or ranked are in English (driver/english.c).  */
#define LK_TR(TEXT) dgettext ("leakcheck", TEXT)

#endif /* LK_MESSAGE_TEXT_H */
