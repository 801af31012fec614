/* Corpus, success: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

/* termdbg.cpp - command loop and inferior handling of a small terminal debugger.  */

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tdbg {

class DebuggerError : public std::runtime_error
{
public:
  explicit DebuggerError (const std::string &what, int err = 0)
    : std::runtime_error (err ? what + ": " + strerror (err) : what) {}
};

extern "C" void ui_message (const char *fmt, ...) noexcept;
extern "C" int ui_width (void) noexcept;

/* Home-made guards; the whole program uses them.  */

class FdGuard
{
public:
  explicit FdGuard (int fd = -1) noexcept : fd_ (fd) {}
  FdGuard (FdGuard &&o) noexcept : fd_ (o.release ()) {}
  FdGuard &operator= (FdGuard &&o) noexcept
  {
    if (this != &o)
      reset (o.release ());
    return *this;
  }
  ~FdGuard () { reset (); }
  int get () const noexcept { return fd_; }
  int release () noexcept
  {
    int fd = fd_;
    fd_ = -1;
    return fd;
  }
  void reset (int fd = -1) noexcept
  {
    if (fd_ >= 0)
      close (fd_);
    fd_ = fd;
  }

private:
  int fd_;
};

struct MaybeFree
{
  char *p;
  bool owned;
  ~MaybeFree ()
  {
    if (owned)
      free (p);
  }
};

/* One line without the newline, malloc'ed; NULL at end of file.  */
static char *read_command (FILE *in) noexcept
{
  char *line = nullptr;
  size_t cap = 0;
  ssize_t n = getline (&line, &cap, in);
  if (n < 0)
    {
      free (line);
      return nullptr;
    }
  if (n > 0 && line[n - 1] == '\n')
    line[n - 1] = '\0';
  return line;
}

/* ---- symbol helpers ---------------------------------------------------- */

bool leak_addr2line (const char *exe, uintptr_t pc, std::string &out)
{
  char cmd[512];
  snprintf (cmd, sizeof cmd, "addr2line -e '%s' %#lx", exe, (unsigned long) pc);
  FILE *p = popen (cmd, "r"); /* { dg-warning "leak|mismatch" } */
  if (!p)
    return false;
  char line[1024];
  if (!fgets (line, sizeof line, p) || line[0] == '?')
    return false;
  out.assign (line, strcspn (line, "\n"));
  return pclose (p) == 0;
}

bool clean_addr2line (const char *exe, uintptr_t pc, std::string &out)
{
  char cmd[512];
  snprintf (cmd, sizeof cmd, "addr2line -e '%s' %#lx", exe, (unsigned long) pc);
  FILE *p = popen (cmd, "r");
  char line[1024] = "?";
  bool got = p && fgets (line, sizeof line, p) && line[0] != '?';
  if (got)
    out.assign (line, strcspn (line, "\n"));
  return p && pclose (p) == 0 && got;
}

std::string leak_demangle (const std::string &sym)
{
  std::string cmd = "c++filt -n '" + sym + "'";
  FILE *p = popen (cmd.c_str (), "r"); /* { dg-warning "leak|mismatch" } */
  if (!p)
    throw DebuggerError ("c++filt", errno);
  char buf[2048] = "";
  if (!fgets (buf, sizeof buf, p))
    buf[0] = '\0';
  fclose (p);
  return buf;
}

std::string clean_demangle (const std::string &sym)
{
  std::string cmd = "c++filt -n '" + sym + "'";
  struct Pipe
  {
    FILE *f;
    ~Pipe ()
    {
      if (f)
	pclose (f);
    }
  } p { popen (cmd.c_str (), "r") };
  if (!p.f)
    throw DebuggerError ("c++filt", errno);
  char buf[2048];
  if (!fgets (buf, sizeof buf, p.f))
    throw DebuggerError ("c++filt gave no output");
  return buf;
}

/* ---- processes --------------------------------------------------------- */

/* Looks for a process by name; the result is its pid or 0.  */
pid_t leak_find_process (const char *name)
{
  DIR *d = opendir ("/proc");
  if (!d)
    return 0;
  pid_t found = 0;
  while (struct dirent *ent = readdir (d))
    {
      if (!isdigit ((unsigned char) ent->d_name[0]))
	continue;
      std::string path = std::string ("/proc/") + ent->d_name + "/comm";
      FILE *f = fopen (path.c_str (), "r"); /* { dg-warning "leak|mismatch" } */
      if (!f)
	continue;
      char comm[64];
      if (!fgets (comm, sizeof comm, f))
	continue;
      fclose (f);
      comm[strcspn (comm, "\n")] = '\0';
      if (strcmp (comm, name) == 0)
	{
	  found = atoi (ent->d_name);
	  break;
	}
    }
  closedir (d);
  return found;
}

pid_t clean_find_process (const char *name)
{
  DIR *d = opendir ("/proc");
  if (!d)
    return 0;
  pid_t found = 0;
  FILE *f = nullptr;
  for (struct dirent *ent; !found && (ent = readdir (d)) != nullptr; )
    {
      if (f)
	{
	  fclose (f);
	  f = nullptr;
	}
      std::string path = std::string ("/proc/") + ent->d_name + "/comm";
      char comm[64];
      if (!(f = fopen (path.c_str (), "r")) || !fgets (comm, sizeof comm, f))
	continue;
      comm[strcspn (comm, "\n")] = '\0';
      if (strcmp (comm, name) == 0)
	found = atoi (ent->d_name);
    }
  if (f)
    fclose (f);
  closedir (d);
  return found;
}

/* ---- memory access ------------------------------------------------------ */

std::vector<uint8_t> leak_read_memory (pid_t pid, off_t addr, size_t n)
{
  std::string path = "/proc/" + std::to_string (pid) + "/mem";
  int fd = open (path.c_str (), O_RDONLY | O_CLOEXEC); /* { dg-warning "leak|mismatch" } */
  if (fd == -1)
    throw DebuggerError (path, errno);
  std::vector<uint8_t> buf (n);
  ssize_t got = pread (fd, buf.data (), n, addr);
  if (got < 0)
    throw DebuggerError ("cannot read memory", errno);
  close (fd);
  buf.resize (got);
  return buf;
}

std::vector<uint8_t> clean_read_memory (pid_t pid, off_t addr, size_t n)
{
  std::string path = "/proc/" + std::to_string (pid) + "/mem";
  FdGuard fd (open (path.c_str (), O_RDONLY | O_CLOEXEC));
  if (fd.get () == -1)
    throw DebuggerError (path, errno);
  std::vector<uint8_t> buf (n);
  ssize_t got = pread (fd.get (), buf.data (), n, addr);
  if (got < 0)
    throw DebuggerError ("cannot read memory", errno);
  buf.resize (got);
  return buf;
}

/* ---- inferior ----------------------------------------------------------- */

/* Runs ARGV with stdin and stdout connected; used for "shell" and "pager".  */
bool leak_open_coprocess (const char *cmd, int *to, int *from)
{
  int in[2], out[2];
  if (pipe2 (in, O_CLOEXEC) < 0) /* { dg-warning "leak|mismatch" } */
    return false;
  if (pipe2 (out, O_CLOEXEC) < 0)
    return false;
  pid_t pid = fork ();
  if (pid == 0)
    {
      dup2 (in[0], 0);
      dup2 (out[1], 1);
      execl ("/bin/sh", "sh", "-c", cmd, (char *) nullptr);
      _exit (127);
    }
  close (in[0]);
  close (out[1]);
  if (pid < 0)
    {
      close (in[1]);
      close (out[0]);
      return false;
    }
  *to = in[1];
  *from = out[0];
  return true;
}

bool clean_open_coprocess (const char *cmd, FdGuard &to, FdGuard &from)
{
  int in[2], out[2];
  if (pipe2 (in, O_CLOEXEC) < 0)
    return false;
  FdGuard in_r (in[0]), in_w (in[1]);
  if (pipe2 (out, O_CLOEXEC) < 0)
    return false;
  FdGuard out_r (out[0]), out_w (out[1]);
  pid_t pid = fork ();
  if (pid < 0)
    throw DebuggerError ("fork", errno);
  if (pid == 0)
    {
      dup2 (in_r.get (), 0);
      dup2 (out_w.get (), 1);
      execl ("/bin/sh", "sh", "-c", cmd, (char *) nullptr);
      _exit (127);
    }
  to = std::move (in_w);
  from.reset (out_r.release ());
  return true;
}

bool leak_redirect_run (const char *file, int (*body) () noexcept)
{
  fflush (stdout);
  int saved = dup (STDOUT_FILENO); /* { dg-warning "leak|mismatch" } */
  if (saved < 0)
    return false;
  int fd = open (file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (fd < 0)
    {
      ui_message ("%s: %s", file, strerror (errno));
      return false;
    }
  dup2 (fd, STDOUT_FILENO);
  close (fd);
  int rc = body ();
  fflush (stdout);
  dup2 (saved, STDOUT_FILENO);
  close (saved);
  return rc == 0;
}

bool clean_redirect_run (const char *file, void (*body) ())
{
  fflush (stdout);
  FdGuard saved (dup (STDOUT_FILENO));
  int fd = open (file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  bool ok = saved.get () >= 0 && fd >= 0 && dup2 (fd, STDOUT_FILENO) >= 0;
  if (fd >= 0)
    close (fd);
  if (!ok)
    return false;
  try
    {
      body ();
    }
  catch (const DebuggerError &e)
    {
      ui_message ("%s", e.what ());
      ok = false;
    }
  fflush (stdout);
  dup2 (saved.get (), STDOUT_FILENO);
  return ok;
}

/* ---- command loop -------------------------------------------------------- */

static std::vector<char *> g_history;	/* freed by history_clear () */

void history_clear ()
{
  for (char *h : g_history)
    free (h);
  g_history.clear ();
}

int leak_command_loop (FILE *in)
{
  int n = 0;
  for (;;)
    {
      char *cmd = read_command (in); /* { dg-warning "leak|mismatch" } */
      if (!cmd)
	break;
      if (cmd[0] == '\0' || cmd[0] == '#')
	continue;
      if (strcmp (cmd, "quit") == 0)
	{
	  free (cmd);
	  break;
	}
      g_history.push_back (cmd);
      n++;
    }
  return n;
}

int clean_command_loop (FILE *in)
{
  int n = 0;
  while (char *cmd = read_command (in))
    {
      if (cmd[0] == '\0' || cmd[0] == '#')
	{
	  free (cmd);
	  continue;
	}
      bool quit = strcmp (cmd, "quit") == 0;
      g_history.push_back (cmd);
      n++;
      if (quit)
	break;
    }
  return n;
}

void leak_set_prompt (const char *fmt, pid_t pid, std::string &prompt)
{
  char *text = nullptr;
  int n = asprintf (&text, "(%s %d) ", fmt, (int) pid); /* { dg-warning "leak|mismatch" } */
  if (n < 0)
    return;
  if (n > ui_width () / 2)
    throw DebuggerError ("prompt is too long");
  prompt = text;
  free (text);
}

void clean_set_prompt (const char *fmt, pid_t pid, std::string &prompt)
{
  static char fallback[] = "(dbg) ";
  MaybeFree text { fallback, false };
  char *made;
  if (pid > 0 && asprintf (&made, "(%s %d) ", fmt, (int) pid) >= 0)
    {
      text.p = made;
      text.owned = true;
    }
  if ((int) strlen (text.p) > ui_width () / 2)
    throw DebuggerError ("prompt is too long");
  prompt = text.p;
}

class SourceView
{
public:
  SourceView () = default;
  SourceView (const SourceView &) = delete;
  SourceView &operator= (const SourceView &) = delete;
  ~SourceView ()
  {
    free (title_);
    if (fp_)
      fclose (fp_);
  }
  void leak_show (const char *path);
  void clean_show (const char *path);

private:
  char *title_ = nullptr;
  FILE *fp_ = nullptr;
};

void SourceView::leak_show (const char *path)
{
  FILE *fp = fopen (path, "r");
  if (!fp)
    throw DebuggerError (path, errno);
  if (fp_)
    fclose (fp_);
  fp_ = fp;
  title_ = strdup (path); /* { dg-warning "leak|mismatch" } */
}

void SourceView::clean_show (const char *path)
{
  free (title_);
  title_ = strdup (path);
  fp_ = fp_ ? freopen (path, "r", fp_) : fopen (path, "r");
  if (!fp_)
    throw DebuggerError (path, errno);
}

} // namespace tdbg
