/* Where too many facts differ in what was tested, those tests are forgotten first that nothing later
   asks about.  */
/* { dg-do compile } */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct settings { int udp, upstream, tcp, buffers, ports, reuse; };
struct context { pthread_mutex_t lock; struct settings *settings; int udp, other; };
struct worker { struct context *context; void *back; unsigned background, thread; };

void *make (struct worker *, int, int, int);

int
clean_lock (struct worker *w, struct context *c)
{
  if (!w->background || w->thread)
    pthread_mutex_lock (&c->lock);
  w->back = make (w, c->udp || c->other, 0, 0);
  if (!w->background || w->thread)
    pthread_mutex_unlock (&c->lock);
  if (!w->back)
    return -1;
  return 0;
}

int
clean_lock_settings (struct worker *w, struct context *c)
{
  struct settings *s = c->settings;
  if (!w->background || w->thread)
    pthread_mutex_lock (&c->lock);
  w->back = make (w, s->udp || s->upstream, s->tcp ? s->buffers : 0, s->ports && s->reuse);
  if (!w->background || w->thread)
    pthread_mutex_unlock (&c->lock);
  if (!w->back)
    return -1;
  return 0;
}

/* Unlocked in the background, and not in a thread.  */
int
wrong_lock (struct worker *w, struct context *c)
{
  struct settings *s = c->settings;
  if (!w->background || w->thread)
    pthread_mutex_lock (&c->lock);	/* { dg-warning "might not be released" } */
  w->back = make (w, s->udp || s->upstream, s->tcp ? s->buffers : 0, s->ports && s->reuse);
  if (!w->background)
    pthread_mutex_unlock (&c->lock);
  if (!w->back)
    return -1;
  return 0;
}

int
clean_file (const char *name, int level, int kind, const struct settings *s)
{
  FILE *f = NULL;
  if (level > 2 || kind == 7)
    {
      f = fopen (name, "w");
      if (!f)
	return -1;
    }
  int sum = (s->udp ? 1 : 2) + (s->tcp ? 3 : s->upstream) + (s->ports && s->reuse);
  if (level > 2 || kind == 7)
    {
      fprintf (f, "%d\n", sum);
      fclose (f);
    }
  return sum;
}

int
wrong_file (const char *name, int level, int kind, const struct settings *s)
{
  FILE *f = NULL;
  if (level > 2 || kind == 7)
    {
      f = fopen (name, "w");	/* { dg-warning "'f' might not be closed" } */
      if (!f)
	return -1;
    }
  int sum = (s->udp ? 1 : 2) + (s->tcp ? 3 : s->upstream) + (s->ports && s->reuse);
  if (level > 2)
    {
      fprintf (f, "%d\n", sum);
      fclose (f);
    }
  return sum;
}
