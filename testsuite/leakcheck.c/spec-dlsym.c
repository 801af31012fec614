/* What is in a library stands for it: whoever keeps a function of it keeps it.  */
/* { dg-do compile } */

#include <dlfcn.h>
#include <stdio.h>

struct plugin { struct plugin *next; int (*run) (void); };
static struct plugin *plugins;

/* Clean: it stays loaded.  */
struct plugin *
find_plugin (const char *file, const char *name)
{
  struct plugin *p;
  void *library = dlopen (file, RTLD_LAZY);
  if (!library)
    return NULL;
  p = dlsym (library, name);
  if (!p)
    {
      dlclose (library);
      return NULL;
    }
  p->next = plugins;
  plugins = p;
  return p;
}

struct plugin *
find_plugin_lost (const char *file, const char *name)
{
  struct plugin *p;
  void *library = dlopen (file, RTLD_LAZY); /* { dg-warning "'library' might not be closed" } */
  if (!library)
    return NULL;
  p = dlsym (library, name);
  if (!p)
    return NULL;
  p->next = plugins;
  plugins = p;
  return p;
}

int
run_once (const char *file)
{
  int (*run) (void);
  void *library = dlopen (file, RTLD_NOW); /* { dg-warning "'library' might not be closed" } */
  if (!library)
    return -1;
  run = (int (*) (void)) dlsym (library, "run");
  if (!run)
    {
      dlclose (library);
      return -1;
    }
  return run ();
}

/* Clean.  */
int
run_and_close (const char *file)
{
  int (*run) (void), result = -1;
  void *library = dlopen (file, RTLD_NOW);
  if (!library)
    return -1;
  run = (int (*) (void)) dlsym (library, "run");
  if (run)
    result = run ();
  dlclose (library);
  return result;
}

/* Clean: the function keeps the library, and nobody could close it by that.  */
typedef int (*entry) (void);

entry
load_entry (const char *file, const char *name)
{
  void *library = dlopen (file, RTLD_NOW);
  entry e;
  if (!library)
    return NULL;
  e = (entry) dlsym (library, name);
  if (!e)
    dlclose (library);
  return e;
}

int
run_entry (const char *file)
{
  entry e = load_entry (file, "run");
  return e ? e () : -1;
}

static entry
find_entry (void *library, const char *name)
{
  return library ? (entry) dlsym (library, name) : NULL;
}

/* Clean: the same by a wrapper.  */
entry
load_wrapped (const char *file, const char *name)
{
  void *library = dlopen (file, RTLD_NOW);
  entry e = library ? find_entry (library, name) : NULL;
  if (library && !e)
    dlclose (library);
  return e;
}

entry
load_entry_lost (const char *file, const char *name)
{
  void *library = dlopen (file, RTLD_NOW); /* { dg-warning "'library' might not be closed" } */
  if (!library)
    return NULL;
  return (entry) dlsym (library, name);
}

/* The library itself is returned.  */
void *
load_library (const char *file)
{
  void *library = dlopen (file, RTLD_NOW);
  if (library && !dlsym (library, "run"))
    {
      dlclose (library);
      return NULL;
    }
  return library;
}

int
run_library (const char *file)
{
  void *library = load_library (file);	/* { dg-warning "never closed" } */
  return library ? 0 : -1;
}
