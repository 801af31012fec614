/* Handles that lambdas have copies of, which threads run.  */

#include <cstdio>
#include <cstdint>
#include <fcntl.h>
#include <functional>
#include <future>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>
#include <vector>

uint64_t
leak_tick ()
{
  int efd = eventfd (0, EFD_CLOEXEC); /* { dg-warning "'efd' is never closed" } */
  if (efd < 0)
    return 0;
  std::thread ticker ([efd]
    {
      uint64_t one = 1;
      if (write (efd, &one, sizeof one) < 0)
	perror ("tick");
    });
  uint64_t v = 0;
  if (read (efd, &v, sizeof v) != sizeof v)
    v = 0;
  ticker.join ();
  return v;
}

uint64_t
clean_tick ()
{
  int efd = eventfd (0, EFD_CLOEXEC);
  if (efd < 0)
    return 0;
  std::thread ticker ([efd]
    {
      uint64_t one = 1;
      if (write (efd, &one, sizeof one) < 0)
	perror ("tick");
    });
  uint64_t v = 0;
  if (read (efd, &v, sizeof v) != sizeof v)
    v = 0;
  ticker.join ();
  close (efd);
  return v;
}

void
clean_given (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return;
  std::thread ([fd]
    {
      char c;
      while (read (fd, &c, 1) == 1)
	putchar (c);
      close (fd);
    }).detach ();
}

void serve (int fd);

void
clean_served (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    return;
  std::thread ([fd] { serve (fd); }).detach ();
}

struct request { int id; };

/* Who has the function has what it captured.  */
void
clean_kept (std::vector<std::function<void ()>> &queue, int id)
{
  auto *r = new request {id};
  queue.push_back ([r] { printf ("%d\n", r->id); });
}

void
clean_queued (std::vector<std::function<void ()>> &queue, int id)
{
  auto *r = new request {id};
  queue.push_back ([r] { printf ("%d\n", r->id); delete r; });
}

/* The other one releases it.  */
void
clean_shared (std::vector<std::function<void ()>> &queue, int id)
{
  auto *r = new request {id};
  queue.push_back ([r] { printf ("%d\n", r->id); });
  queue.push_back ([r] { delete r; });
}

void
clean_nested (std::vector<std::function<void ()>> &queue, int id)
{
  auto *r = new request {id};
  queue.push_back ([r, &queue] { queue.push_back ([r] { delete r; }); });
}

int
clean_async (const char *name)
{
  FILE *f = fopen (name, "r");
  if (!f)
    return -1;
  auto c = std::async (std::launch::async, [f] { return fgetc (f); });
  int got = c.get ();
  fclose (f);
  return got;
}

/* Called here.  */
int
clean_called (const char *name)
{
  FILE *f = fopen (name, "r");
  auto c = [f] { return f ? fgetc (f) : -1; };
  int got = c ();
  if (f)
    fclose (f);
  return got;
}

/* It has it as long as the program runs.  */
void
clean_daemon ()
{
  int fd = open ("log", O_WRONLY | O_APPEND);
  if (fd < 0)
    return;
  std::thread ([fd] {
    for (;;)
      {
	if (write (fd, "tick", 4) != 4)
	  _exit (1);
	sleep (1);
      }
  }).detach ();
}
