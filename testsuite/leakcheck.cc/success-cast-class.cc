/* dynamic_cast of an object of which it is known, by the way that was taken, which class it has.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cstdio>
#include <memory>
#include <stdexcept>

struct asset
{
  virtual ~asset () {}
  int id = 0;
};

struct mesh : asset
{
  FILE *file = nullptr;
  ~mesh () override
  {
    if (file)
      fclose (file);
  }
};

struct texture : asset
{
  int width = 0;
};

asset *
make (int kind)
{
  if (kind == 1)
    return new mesh;
  return new texture;
}

/* The cast cannot fail.  */
void
clean_mesh ()
{
  asset *a = make (1);
  mesh *m = dynamic_cast<mesh *> (a);
  if (!m)
    return;
  delete m;
}

/* Nor does this one come to anything.  */
void
leak_texture ()
{
  asset *a = make (2); // { dg-warning "'a' is never deleted" }
  if (mesh *m = dynamic_cast<mesh *> (a))
    delete m;
}

void
clean_texture ()
{
  asset *a = make (2);
  if (mesh *m = dynamic_cast<mesh *> (a))
    m->file = fopen ("x", "r");
  delete a;
}

void
clean_each (int kind)
{
  asset *a = make (kind);
  if (mesh *m = dynamic_cast<mesh *> (a))
    {
      m->file = fopen ("x", "r");
      delete m;
    }
  else if (texture *t = dynamic_cast<texture *> (a))
    delete t;
}

/* The other one stays.  */
void
leak_other (int kind)
{
  asset *a = make (kind); // { dg-warning "'a' is never deleted" }
  if (mesh *m = dynamic_cast<mesh *> (a))
    delete m;
}

void
clean_references (int kind)
{
  asset *a = make (kind);
  if (kind == 1)
    {
      mesh &m = dynamic_cast<mesh &> (*a);
      m.id = 3;
      delete &m;
    }
  else
    {
      texture &t = dynamic_cast<texture &> (*a);
      t.width = 2;
      delete &t;
    }
}

/* The object may be of any class.  */
void
clean_given (asset *a)
{
  if (mesh *m = dynamic_cast<mesh *> (a))
    m->file = fopen ("x", "r");
}

std::unique_ptr<mesh>
clean_owned (std::unique_ptr<asset> a)
{
  mesh *m = dynamic_cast<mesh *> (a.get ());
  if (!m)
    return nullptr;
  a.release ();
  return std::unique_ptr<mesh> (m);
}

std::unique_ptr<mesh>
leak_owned (std::unique_ptr<asset> a)
{
  mesh *m = dynamic_cast<mesh *> (a.release ()); // { dg-warning "might not be deleted" }
  if (!m)
    return nullptr;
  return std::unique_ptr<mesh> (m);
}

/* ---- A base that is not the first: the object begins before it.  ---- */

struct named
{
  virtual ~named () {}
  char *name = nullptr;
};

struct sound : asset, named
{
  FILE *file = nullptr;
  ~sound () override
  {
    if (file)
      fclose (file);
  }
};

struct label : named
{
  int n = 0;
};

named *
make_named (bool loud)
{
  if (loud)
    return new sound;
  return new label;
}

void
clean_second (bool loud)
{
  named *n = make_named (loud);
  if (sound *s = dynamic_cast<sound *> (n))
    {
      s->file = fopen ("x", "r");
      delete s;
    }
  else
    delete n;
}

/* From one base to the other.  */
void
clean_across (bool loud)
{
  named *n = make_named (loud);
  if (asset *a = dynamic_cast<asset *> (n))
    {
      a->id = 4;
      delete a;
    }
  else
    delete n;
}

void
leak_across ()
{
  named *n = make_named (false); // { dg-warning "'n' is never deleted" }
  if (asset *a = dynamic_cast<asset *> (n))
    delete a;
}

/* ---- Classes further down.  ---- */

struct skinned : mesh
{
  int bones = 0;
};

asset *
make_skinned (int kind)
{
  if (kind == 1)
    return new skinned;
  if (kind == 2)
    return new mesh;
  return new texture;
}

int
clean_skinned (int kind)
{
  asset *a = make_skinned (kind);
  int n = 0;
  if (skinned *s = dynamic_cast<skinned *> (a))
    {
      n = s->bones;
      delete s;
    }
  else if (mesh *m = dynamic_cast<mesh *> (a))
    delete m;
  else
    delete a;
  return n;
}

int
clean_first ()
{
  mesh *m = dynamic_cast<mesh *> (make_skinned (1));
  if (!m)
    throw std::runtime_error ("no mesh");
  int n = m->id;
  delete m;
  return n;
}

int
leak_skinned (int kind)
{
  asset *a = make_skinned (kind); // { dg-warning "'a' is never deleted" }
  if (mesh *m = dynamic_cast<mesh *> (a))
    {
      int n = m->id;
      delete m;
      return n;
    }
  return 0;
}
