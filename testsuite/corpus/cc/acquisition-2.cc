/* Corpus, acquisition: files, folders, mappings, processes.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-additional-options "-std=c++20" } */

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace files {

/* read_config: leaks.  */
static std::pair<std::string, int>
parse_line (const std::string &line)
{
  auto eq = line.find ('=');
  if (eq == std::string::npos)
    throw std::invalid_argument ("no '=' in: " + line);
  return { line.substr (0, eq), std::stoi (line.substr (eq + 1)) };
}

std::vector<std::pair<std::string, int>>
read_config (const char *name)
{
  std::vector<std::pair<std::string, int>> v;
  FILE *f = std::fopen (name, "r"); /* { dg-warning "leak" } */
  if (!f)
    return v;
  char buf[256];
  while (std::fgets (buf, sizeof buf, f))
    v.push_back (parse_line (buf));
  std::fclose (f);
  return v;
}

/* read_config_raii: clean.  */
std::vector<std::pair<std::string, int>>
read_config_raii (const char *name)
{
  std::vector<std::pair<std::string, int>> v;
  std::unique_ptr<FILE, int (*) (FILE *)> f (std::fopen (name, "r"), &std::fclose);
  if (!f)
    return v;
  char buf[256];
  while (std::fgets (buf, sizeof buf, f.get ()))
    v.push_back (parse_line (buf));
  return v;
}

/* read_config_stream: clean.  */
std::vector<std::pair<std::string, int>>
read_config_stream (const fs::path &p)
{
  std::vector<std::pair<std::string, int>> v;
  std::ifstream in (p);
  if (!in)
    throw std::runtime_error ("cannot open " + p.string ());
  for (std::string line; std::getline (in, line);)
    if (!line.empty () && line[0] != '#')
      v.push_back (parse_line (line));
  return v;
}

/* copy_file_fd: leaks.  */
bool copyFile(const char* from, const char* to)
{
    int in = open(from, O_RDONLY); /* { dg-warning "leak" } */
    if (in < 0)
        return false;
    struct stat st;
    if (fstat(in, &st) < 0) {
        close(in);
        return false;
    }
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, st.st_mode & 0777);
    if (out < 0)
        return false;
    char buf[4096];
    ssize_t n;
    bool ok = true;
    while (ok && (n = read(in, buf, sizeof(buf))) > 0)
        ok = write(out, buf, n) == n;
    close(in);
    return close(out) == 0 && ok;
}

/* copy_file_goto: clean.  */
bool copyFileSafely(const char* from, const char* to)
{
    bool ok = false;
    int in = -1, out = -1;
    char buf[4096];
    ssize_t n = 0;
    if ((in = open(from, O_RDONLY)) < 0)
        goto done;
    if ((out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0644)) < 0)
        goto done;
    while ((n = read(in, buf, sizeof(buf))) > 0)
        if (write(out, buf, n) != n)
            goto done;
    ok = n == 0;
done:
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    return ok;
}

/* MappedFile::open: leaks.  */
class MappedFile {
public:
    static const char* open(const char* path, size_t& size)
    {
        int fd = ::open(path, O_RDONLY | O_CLOEXEC); /* { dg-warning "leak" } */
        if (fd == -1)
            return nullptr;
        struct stat sb;
        if (::fstat(fd, &sb) == -1 || sb.st_size == 0) {
            ::close(fd);
            return nullptr;
        }
        size = static_cast<size_t>(sb.st_size);
        void* p = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p == MAP_FAILED)
            return nullptr;
        ::close(fd);
        return static_cast<const char*>(p);
    }
};

const char* map_it(const char* n, size_t& s) { return MappedFile::open(n, s); }

/* Mapping: clean.  */
class Mapping {
public:
    explicit Mapping(const char* path)
    {
        int fd = ::open(path, O_RDONLY | O_CLOEXEC);
        if (fd == -1)
            throw std::runtime_error(path);
        struct stat sb;
        if (::fstat(fd, &sb) == -1) {
            ::close(fd);
            throw std::runtime_error(path);
        }
        len_ = static_cast<size_t>(sb.st_size);
        addr_ = ::mmap(nullptr, len_, PROT_READ, MAP_PRIVATE, fd, 0);
        ::close(fd);
        if (addr_ == MAP_FAILED)
            throw std::runtime_error(path);
    }
    ~Mapping() { ::munmap(addr_, len_); }
    Mapping(const Mapping&) = delete;
    std::string_view view() const { return { static_cast<const char*>(addr_), len_ }; }

private:
    void* addr_;
    size_t len_;
};

size_t count_newlines(const char* path)
{
    Mapping m(path);
    size_t n = 0;
    for (char c : m.view())
        n += c == '\n';
    return n;
}

/* list_dir: leaks.  */
std::vector<std::string>
list_dir (const char *path, size_t max)
{
  std::vector<std::string> names;
  DIR *d = opendir (path); /* { dg-warning "leak" } */
  if (d == NULL)
    return names;
  while (dirent *e = readdir (d))
    {
      if (e->d_name[0] == '.')
	continue;
      if (names.size () == max)
	return names;
      names.emplace_back (e->d_name);
    }
  closedir (d);
  return names;
}

/* walk: clean.  */
static int
walk (const std::string &path, int depth)
{
  if (depth > 16)
    return 0;
  auto *d = opendir (path.c_str ());
  if (!d)
    return 0;
  int n = 0;
  while (auto *e = readdir (d))
    {
      if (!std::strcmp (e->d_name, ".") || !std::strcmp (e->d_name, ".."))
	continue;
      if (e->d_type == DT_DIR)
	n += walk (path + '/' + e->d_name, depth + 1);
      else
	++n;
    }
  closedir (d);
  return n;
}

int
count_files (const char *top)
{
  return walk (top, 0);
}

/* first_line_of: leaks.  */
std::string
first_line_of (const std::string &cmd)
{
  FILE *p = popen (cmd.c_str (), "r"); /* { dg-warning "leak" } */
  if (p == nullptr)
    throw std::runtime_error ("popen");
  std::string line;
  for (;;)
    {
      int c = std::fgetc (p);
      if (c == EOF && std::ferror (p))
	throw std::runtime_error ("read: " + cmd);
      if (c == EOF || c == '\n')
	break;
      line += static_cast<char> (c);
    }
  pclose (p);
  return line;
}

/* output_of: clean.  */
struct PipeCloser { void operator()(FILE* p) const { ::pclose(p); } };

std::string output_of(const std::string& cmd)
{
    std::unique_ptr<FILE, PipeCloser> p{::popen(cmd.c_str(), "r")};
    if (!p) throw std::runtime_error("popen");
    std::ostringstream os;
    char buf[512];
    while (size_t n = std::fread(buf, 1, sizeof buf, p.get())) os.write(buf, n);
    if (std::ferror(p.get())) throw std::runtime_error("read: " + cmd);
    return os.str();
}

/* wrong_close: leaks.  */
int
run_filter (const char *cmd, const std::vector<std::string> &lines)
{
  FILE *p = popen (cmd, "w"); /* { dg-warning "leak" } */
  if (!p)
    return -1;
  for (auto &l : lines)
    std::fprintf (p, "%s\n", l.c_str ());
  return std::fclose (p);
}

/* spawn: clean.  */
pid_t
spawn (char *const argv[], int *from_child)
{
  int p[2];
  if (pipe (p) == -1)
    return -1;
  pid_t pid = fork ();
  if (pid == 0)
    {
      dup2 (p[1], STDOUT_FILENO);
      close (p[0]);
      close (p[1]);
      execvp (argv[0], argv);
      _exit (127);
    }
  close (p[1]);
  if (pid == -1)
    {
      close (p[0]);
      return -1;
    }
  *from_child = p[0];
  return pid;
}

/* spawn_leaky: leaks.  */
pid_t
spawn_leaky (char *const argv[], int *from_child)
{
  int p[2];
  if (pipe (p) == -1) /* { dg-warning "leak" } */
    return -1;
  pid_t pid = fork ();
  if (pid == -1)
    return -1;
  if (pid == 0)
    {
      dup2 (p[1], STDOUT_FILENO);
      execvp (argv[0], argv);
      _exit (127);
    }
  close (p[1]);
  *from_child = p[0];
  return pid;
}

/* write_atomically: leaks.  */
bool write_atomically(const fs::path& target, std::string_view data)
{
    std::string tmpl = target.string() + ".XXXXXX";
    int fd = ::mkstemp(tmpl.data()); /* { dg-warning "leak" } */
    if (fd < 0) return false;
    size_t done = 0;
    while (done < data.size()) {
        ssize_t n = ::write(fd, data.data() + done, data.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            ::unlink(tmpl.c_str());
            return false;
        }
        done += n;
    }
    if (::fsync(fd) != 0 || ::close(fd) != 0) return false;
    fs::rename(tmpl, target);
    return true;
}

/* write_atomically2: clean.  */
bool write_atomically2(const fs::path& target, std::string_view data)
{
    std::string tmpl = target.string() + ".XXXXXX";
    int fd = ::mkstemp(tmpl.data());
    if (fd < 0) return false;
    bool ok = true;
    for (size_t done = 0; ok && done < data.size();) {
        ssize_t n = ::write(fd, data.data() + done, data.size() - done);
        if (n < 0) {
            ok = errno == EINTR;
            continue;
        }
        done += n;
    }
    ok = ::fsync(fd) == 0 && ok;
    ok = ::close(fd) == 0 && ok;
    std::error_code ec;
    if (ok) fs::rename(tmpl, target, ec);
    if (!ok || ec) ::unlink(tmpl.c_str());
    return ok && !ec;
}

/* size_of_all: leaks.  */
uintmax_t
size_of_all (const fs::path &list)
{
  std::FILE *f = std::fopen (list.c_str (), "rb"); /* { dg-warning "leak" } */
  if (!f)
    return 0;
  uintmax_t sum = 0;
  char name[1024];
  while (std::fscanf (f, "%1023s", name) == 1)
    sum += fs::file_size (name);	// throws filesystem_error
  std::fclose (f);
  return sum;
}

/* size_of_all_nothrow: clean.  */
uintmax_t
size_of_all_nothrow (const fs::path &list)
{
  std::FILE *f = std::fopen (list.c_str (), "rb");
  if (!f)
    return 0;
  uintmax_t sum = 0;
  char name[1024];
  while (std::fscanf (f, "%1023s", name) == 1)
    {
      std::error_code ec;
      auto n = fs::file_size (name, ec);
      if (!ec)
	sum += n;
    }
  std::fclose (f);
  return sum;
}

/* Log: clean.  */
class Log {
public:
    explicit Log(const char* name)
        : out_(name ? std::fopen(name, "a") : stderr), own_(name != nullptr) {}
    ~Log()
    {
        if (own_ && out_)
            std::fclose(out_);
    }
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;
    void line(const char* s) { if (out_) std::fprintf(out_, "%s\n", s); }

private:
    FILE* out_;
    bool own_;
};

void log_some(const char* name, const char* what)
{
    Log log(name);
    log.line(what);
    if (!std::strcmp(what, "bad"))
        throw std::invalid_argument(what);
    log.line("done");
}

/* dump_or_stdout: clean.  */
void
dump_or_stdout (const char *name, const std::vector<int> &v)
{
  std::ofstream file;
  if (name)
    file.open (name);
  std::ostream &os = name ? file : std::cout;
  for (int i : v)
    os << i << '\n';
}

} // namespace files
