// Classes of the program, whose bodies are partly in other units.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
#ifndef HEADER_CLASS_H
#define HEADER_CLASS_H

#include <string>
#include <vector>

class token
{
  std::string text;
  int line;

public:
  token (const std::string &text, int line);
  virtual ~token ();
};

// Entered into a list of all of them by its constructor.
class check
{
public:
  explicit check (const char *name);
  virtual ~check ();
};

class buffer;

class formatter
{
  struct pending { std::vector<int> columns; };
  buffer *out;
  int width;
  void flush (pending &p);

public:
  explicit formatter (int width);
  ~formatter ();
  bool begin (const char *title);
};

class tidy_formatter
{
  struct pending { std::vector<int> columns; };
  buffer *out;
  int width;
  void flush (pending &p);

public:
  explicit tidy_formatter (int width);
  ~tidy_formatter ();
  bool begin (const char *title);
};

#endif
