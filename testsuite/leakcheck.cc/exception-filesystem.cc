/* Functions of std::filesystem throw what goes wrong, unless they have an error_code for it; and
   locks are believed to be free in the end, whoever else throws such a thing.  */

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <string>
#include <system_error>
#include <unistd.h>

namespace fs = std::filesystem;

int
leak_space (const std::string &dir, unsigned long need)
{
  std::string name = dir + "/scratch.XXXXXX";
  int fd = mkstemp (name.data ()); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    return -1;
  if (fs::space (dir).available < need)
    {
      close (fd);
      return -1;
    }
  return fd;
}

int
clean_space (const std::string &dir, unsigned long need)
{
  std::string name = dir + "/scratch.XXXXXX";
  int fd = mkstemp (name.data ());
  if (fd < 0)
    return -1;
  std::error_code wrong;
  fs::space_info info = fs::space (dir, wrong);
  if (wrong || info.available < need)
    {
      close (fd);
      return -1;
    }
  return fd;
}

long
leak_size (const fs::path &p)
{
  int fd = open (p.c_str (), O_RDONLY); /* { dg-warning "'fd' might not be closed" } */
  if (fd < 0)
    throw std::system_error (errno, std::generic_category (), p.string ());
  long n = fs::file_size (p);
  close (fd);
  return n;
}

long
clean_size (const fs::path &p)
{
  long n = fs::file_size (p);
  int fd = open (p.c_str (), O_RDONLY);
  if (fd < 0)
    throw std::system_error (errno, std::generic_category (), p.string ());
  fsync (fd);
  close (fd);
  return n;
}

/* Paths are only put together.  */
int
clean_path (const fs::path &dir, const char *name)
{
  int fd = open (dir.c_str (), O_RDONLY | O_DIRECTORY);
  if (fd < 0)
    return -1;
  fs::path p = dir / name;
  int n = p.has_extension () ? 1 : 0;
  close (fd);
  return n;
}

static std::mutex mu;
static int last;

int
clean_locked (const char *name)
{
  int fd = open (name, O_RDONLY);
  if (fd < 0)
    throw std::system_error (errno, std::generic_category (), name);
  {
    std::lock_guard<std::mutex> lock (mu);
    last = fd;
  }
  fsync (fd);
  close (fd);
  return 0;
}
