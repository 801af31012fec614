/* A base class's member that a subclass fills.  */
#include "ownership-forgotten-base.h"
#include <cstdio>
#include <cstring>
#include <cstdlib>
class shape { protected: char *name; public: shape () : name (nullptr) {} virtual ~shape () {} };
class circle : public shape { int r; public: circle (const char *n, int r); ~circle (); };
circle::circle (const char *n, int r_) : r (r_) { name = new char[strlen (n) + 1]; strcpy (name, n); } /* { dg-warning "leak" } */
circle::~circle () {}
class shape2 { protected: char *name; public: shape2 () : name (nullptr) {} virtual ~shape2 () { delete[] name; } };
class circle2 : public shape2 { int r; public: circle2 (const char *n, int r); ~circle2 (); };
circle2::circle2 (const char *n, int r_) : r (r_) { name = new char[strlen (n) + 1]; strcpy (name, n); }
circle2::~circle2 () {}
/* A sibling does it well.  */
class device { protected: FILE *f; int n; public: device (); virtual ~device (); virtual bool start (const char *) = 0; int get (); };
device::device () : f (nullptr), n (0) {}
device::~device () {}
int device::get () { return f ? fgetc (f) : n; }
class disk : public device { public: ~disk () override; bool start (const char *p) override; };
disk::~disk () { if (f) fclose (f); }
bool disk::start (const char *p) { if (f) return true; f = fopen (p, "r"); return f != nullptr; }
class tape : public device { int pos; public: tape () : pos (0) {} ~tape () override; bool start (const char *p) override; };
tape::~tape () { pos = 0; }
bool tape::start (const char *p) { if (f) return true; f = fopen (p, "r"); return f != nullptr; } /* { dg-warning "leak" } */
/* A public member may be released by anybody.  */
struct record { char *key; record () : key (nullptr) {} virtual ~record () {} virtual void read (const char *) = 0; };
struct person : record { int age; ~person () override {} void read (const char *t) override; };
void person::read (const char *t) { if (!key) key = strdup (t); age = atoi (t); }
struct city : record { int size; ~city () override { free (key); } void read (const char *t) override; };
void city::read (const char *t) { if (!key) key = strdup (t); size = atoi (t); }
/* The base gives it to someone.  */
class widget { protected: char *tip; public: widget () : tip (nullptr) {} virtual ~widget () {} char *steal () { char *t = tip; tip = nullptr; return t; } };
class button : public widget { public: button (const char *t) { tip = strdup (t); } ~button (); };
button::~button () {}

/* Classes in a header.  */
leaf::leaf () : seen (0) {}
leaf::~leaf () { seen = -1; }
void leaf::set (const char *t)
{
  if (label)
    return;
  label = strdup (t); /* { dg-warning "leak" } */
  seen++;
}
twig::twig () {}
twig::~twig () { free (label); }
void twig::set (const char *t)
{
  if (label)
    return;
  label = strdup (t);
}
