/* A member that the destructor forgets: the class stands in a header, has a base without bodies here,
   nested classes, and members of classes of the program.  */

#include "ownership-forgotten.h"

feeder::feeder () : line (nullptr) {}
feeder::~feeder () {}
void feeder::ring () { rings++; }

int
feeder::scan (pending &p)
{
  cursor c;
  for (unsigned i = c.next (); line[i]; i = c.next ())
    p.all[std::string (1, line[i])]++;
  return p.all.size () + level.read (1);
}

int
feeder::open (const char *name)
{
  pending p;
  line = new char[80] (); /* { dg-warning "might not be deleted|never deleted" } */
  line[0] = name[0];
  return scan (p);
}

feeder_well::feeder_well () : line (nullptr) {}
feeder_well::~feeder_well () { delete[] line; }
void feeder_well::ring () { rings++; }

int
feeder_well::open (const char *name)
{
  delete[] line;
  line = nullptr;
  cursor c;
  line = new char[80] ();
  line[c.next ()] = name[0];
  return level.read (2);
}

crate::crate () : bytes (nullptr) {}
crate::~crate () {}
crate::opener::~opener () { delete[] of->bytes; of->bytes = nullptr; }

void
crate::fill (int n)
{
  if (!bytes)
    bytes = new char[n];
}

outbox::outbox () : bytes (nullptr) {}
outbox::~outbox () {}

void
outbox::fill (int n)
{
  if (!bytes)
    bytes = new char[n];
}

shelf::shelf () : bytes (nullptr) {}
shelf::~shelf () {}

void
shelf::fill (int n)
{
  if (bytes)
    return;
  bytes = new char[n];
  keep (bytes);
}

/* A method that answers with a number leaves its object to the caller; one that returns nothing may
   have been called to enter it somewhere.  */
int
measure (int n)
{
  meter *m = new meter (); /* { dg-warning "'m' is never deleted" } */
  return m->read (n);
}

void
measure_later ()
{
  meter *m = new meter ();
  m->enter ();
}

/* So does a method that may not change its object, if it answers with a number or a text, also a
   virtual one; another virtual one may enter the object somewhere, and what returns an object may
   return this one.  */
bool
tune (int n)
{
  tuner *t = new tuner (n); /* { dg-warning "'t' might not be deleted" } */
  if (!t->fits (n))
    return false;
  delete t;
  return true;
}

bool
tune_ratio (int n)
{
  tuner *t = new tuner (n); /* { dg-warning "'t' might not be deleted" } */
  if (t->ratio () < 1)
    return false;
  delete t;
  return true;
}

bool
tune_well (int n)
{
  tuner *t = new tuner (n);
  bool fits = t->fits (n) && t->ratio () < 1;
  delete t;
  return fits;
}

bool
tune_claimed (int n)
{
  tuner *t = new tuner (n);
  if (t->claim (n))
    return false;
  delete t;
  return true;
}

const tuner *
tune_best (int n)
{
  tuner *t = new tuner (n);
  const tuner *best = t->best ();
  if (best)
    return best;
  delete t;
  return nullptr;
}
