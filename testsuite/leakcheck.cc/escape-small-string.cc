/* A string that keeps short texts inside itself, and tells by its last byte.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-levels all } */

#include <cstring>
class String
{
  static const unsigned len = 24, last = len - 1;
  struct view { char *ptr; unsigned size, capacity; };
  union { char buf[len]; view data; };
  bool isOnStack () const { return (buf[last] & 128) == 0; }
  void setOnHeap ();
  void setLast (unsigned in = last);
  void copy (const String &other);
public:
  String ();
  ~String ();
  String (const char *in);
  String (const char *in, unsigned n);
  String (const String &other);
  String (String &&other);
  String &operator= (const String &other);
  String &operator= (String &&other);
  String &operator+= (const String &other);
  String operator+ (const String &other) const;
  char *c_str () { if (isOnStack ()) return reinterpret_cast<char *> (buf); return data.ptr; }
  const char *c_str () const { return const_cast<String *> (this)->c_str (); }
  unsigned size () const;
};
unsigned
String::size () const
{
  if (isOnStack ())
    return last - (unsigned (buf[last]) & 31);
  return data.size;
}

void String::setOnHeap () { *reinterpret_cast<unsigned char *> (&buf[last]) = 128; }
void String::setLast (unsigned in) { buf[last] = char (in); }
void String::copy (const String &other)
{
  if (other.isOnStack ())
    memcpy (buf, other.buf, len);
  else
    {
      setOnHeap ();
      data.size = other.data.size;
      data.capacity = data.size + 1;
      data.ptr = new char[data.capacity];
      memcpy (data.ptr, other.data.ptr, data.size + 1);
    }
}
String::String () { buf[0] = '\0'; setLast (); }
String::~String () { if (!isOnStack ()) delete[] data.ptr; }
String::String (const char *in) : String (in, strlen (in)) {}
String::String (const char *in, unsigned n)
{
  if (n <= last)
    {
      memcpy (buf, in, n);
      buf[n] = '\0';
      setLast (last - n);
    }
  else
    {
      setOnHeap ();
      data.size = n;
      data.capacity = data.size + 1;
      data.ptr = new char[data.capacity];
      memcpy (data.ptr, in, n);
      data.ptr[n] = '\0';
    }
}
String::String (const String &other) { copy (other); }
String::String (String &&other)
{
  memcpy (buf, other.buf, len);
  other.buf[0] = '\0';
  other.setLast ();
}
String &String::operator= (const String &other)
{
  if (this != &other)
    {
      if (!isOnStack ())
	delete[] data.ptr;
      copy (other);
    }
  return *this;
}
String &String::operator= (String &&other)
{
  if (this != &other)
    {
      if (!isOnStack ())
	delete[] data.ptr;
      memcpy (buf, other.buf, len);
      other.buf[0] = '\0';
      other.setLast ();
    }
  return *this;
}
String &String::operator+= (const String &other)
{
  const unsigned my_old_size = size ();
  const unsigned other_size = other.size ();
  const unsigned total_size = my_old_size + other_size;
  if (isOnStack ())
    {
      if (total_size < len)
	{
	  memcpy (buf + my_old_size, other.c_str (), other_size + 1);
	  setLast (last - total_size);
	}
      else
	{
	  char *temp = new char[total_size + 1];
	  memcpy (temp, buf, my_old_size);
	  setOnHeap ();
	  data.size = total_size;
	  data.capacity = data.size + 1;
	  data.ptr = temp;
	  memcpy (data.ptr + my_old_size, other.c_str (), other_size + 1);
	}
    }
  else
    {
      if (data.capacity > total_size)
	{
	  data.size = total_size;
	  memcpy (data.ptr + my_old_size, other.c_str (), other_size + 1);
	}
      else
	{
	  data.capacity *= 2;
	  if (data.capacity <= total_size)
	    data.capacity = total_size + 1;
	  char *temp = new char[data.capacity];
	  memcpy (temp, data.ptr, my_old_size);
	  delete[] data.ptr;
	  data.size = total_size;
	  data.ptr = temp;
	  memcpy (data.ptr + my_old_size, other.c_str (), other_size + 1);
	}
    }
  return *this;
}
String String::operator+ (const String &other) const { return String (*this) += other; }
void use (const String &);

/* ---- Short or long is asked where the text is released.  ---- */

void
clean_one (const char *t)
{
  String s (t);
  use (s);
}

void
clean_copy (const char *t)
{
  String s (t);
  String q (s);
  use (q);
}

void
clean_plus (const char *t)
{
  String s (t);
  String q (s + t);
  use (q);
}

void
clean_assigned (const char *t)
{
  String s (t), q;
  q = s;
  use (q);
}

void
clean_appended (const char *t)
{
  String s (t);
  s += t;
  use (s);
}

void
leak_forgotten (const char *t)
{
  String *s = new String (t);	// { dg-warning "never deleted" }
  s->size ();
}

/* The copies ask for the byte that setOnHeap () has set, as an unsigned char.  */
void
clean_three (const char *t)
{
  String s (t);
  use (s + t + "x");
}

/* The same where nothing is released.  */
class Forgetful
{
  static const unsigned len = 24, last = len - 1;
  union { char buf[len]; char *ptr; };
  bool isOnStack () const { return (buf[last] & 128) == 0; }
  void setOnHeap () { *reinterpret_cast<unsigned char *> (&buf[last]) = 128; }

public:
  Forgetful (const char *in, unsigned n);
  ~Forgetful ();
};

Forgetful::Forgetful (const char *in, unsigned n)
{
  if (n <= last)
    {
      memcpy (buf, in, n);
      buf[last] = 0;
    }
  else
    {
      setOnHeap ();
      ptr = new char[n];
      memcpy (ptr, in, n);
    }
}

Forgetful::~Forgetful ()
{
  if (isOnStack ())
    delete[] ptr;
}

void
leak_wrong_way (const char *t)
{
  Forgetful s (t, 30);	// { dg-warning "never deleted" }
}
