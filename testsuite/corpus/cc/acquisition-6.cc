/* Corpus, acquisition: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

//===- buildtool.cpp - a small parallel build tool --------------------------===//
// Processes, pipes, depfiles and directory scans, LLVM-flavoured.
//===------------------------------------------------------------------------===//
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

struct ParseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct TempObject {
  int FD;
  char Name[64];
};

struct ResponseFile {
  FILE *Stream = nullptr;
  std::string Path;
};

struct Node {
  const char *Name;
  Node *Next = nullptr;
  explicit Node(const char *N) noexcept : Name(N) {}
};

// Intrusive list of nodes; owns what was added.
class Graph {
  Node *Head = nullptr;

public:
  Graph() = default;
  Graph(const Graph &) = delete;
  ~Graph() {
    while (Node *N = Head) {
      Head = N->Next;
      delete N;
    }
  }
  // Takes N over if and only if it returns true.
  bool tryAdd(Node *N) noexcept {
    for (Node *I = Head; I; I = I->Next)
      if (!std::strcmp(I->Name, N->Name))
        return false;
    N->Next = Head;
    Head = N;
    return true;
  }
  Node *leak_intern(const char *Name);
  Node *clean_intern(const char *Name);
};

template <class F> class ScopeExit {
  F Fn;
  bool Armed = true;

public:
  explicit ScopeExit(F F_) noexcept : Fn(std::move(F_)) {}
  ScopeExit(const ScopeExit &) = delete;
  ~ScopeExit() { if (Armed) Fn(); }
  void dismiss() noexcept { Armed = false; }
};

static unsigned parseDepLine(const char *Line) {
  const char *Colon = std::strchr(Line, ':');
  if (!Colon)
    throw ParseError("missing ':'");
  return static_cast<unsigned>(Colon - Line);
}

static bool isHeader(const char *Name) {
  size_t L = std::strlen(Name);
  return L > 2 && Name[L - 1] == 'h' && Name[L - 2] == '.';
}

bool leak_hasHeader(const char *Dir) {
  DIR *D = ::opendir(Dir); /* { dg-warning "leak|mismatch" } */
  if (!D) return false;
  while (dirent *E = ::readdir(D))
    if (isHeader(E->d_name))
      return true;
  ::closedir(D);
  return false;
}

bool clean_hasHeader(const char *Dir) {
  bool Found = false;
  if (DIR *D = ::opendir(Dir)) {
    for (dirent *E; !Found && (E = ::readdir(D));)
      Found = isHeader(E->d_name);
    ::closedir(D);
  }
  return Found;
}

int leak_countHeaders(const std::string &Dir, int Depth) {
  if (Depth > 32)
    return -1;
  DIR *D = ::opendir(Dir.c_str()); /* { dg-warning "leak|mismatch" } */
  if (!D) return 0;
  int Total = 0;
  while (dirent *E = ::readdir(D)) {
    if (E->d_name[0] == '.')
      continue;
    if (E->d_type == DT_DIR) {
      int Sub = leak_countHeaders(Dir + "/" + E->d_name, Depth + 1);
      if (Sub < 0)
        return Sub;
      Total += Sub;
    } else if (isHeader(E->d_name))
      ++Total;
  }
  ::closedir(D);
  return Total;
}

int clean_countHeaders(int ParentFD, const char *Name, int Depth) {
  int FD = ::openat(ParentFD, Name, O_RDONLY | O_DIRECTORY);
  if (FD < 0)
    return 0;
  DIR *D = ::fdopendir(FD);
  if (!D) {
    ::close(FD);
    return 0;
  }
  int Total = 0;
  while (dirent *E = ::readdir(D)) {
    if (E->d_name[0] == '.')
      continue;
    if (E->d_type == DT_DIR && Depth < 32)
      Total += clean_countHeaders(FD, E->d_name, Depth + 1);
    else
      Total += isHeader(E->d_name);
  }
  ::closedir(D);
  return Total;
}

pid_t leak_spawn(char *const Argv[], int *ReadEnd) {
  int P[2];
  if (::pipe(P) < 0) /* { dg-warning "leak|mismatch" } */
    return -1;
  pid_t Pid = ::fork();
  if (Pid < 0) {
    ::close(P[1]);
    return -1;
  }
  if (Pid == 0) {
    ::dup2(P[1], STDOUT_FILENO);
    ::close(P[0]), ::close(P[1]);
    ::execv(Argv[0], Argv);
    ::_exit(127);
  }
  ::close(P[1]);
  *ReadEnd = P[0];
  return Pid;
}

pid_t clean_spawn(char *const Argv[], int *ReadEnd) {
  int P[2];
  if (::pipe(P) < 0)
    return -1;
  pid_t Pid = ::fork();
  switch (Pid) {
  case -1:
    ::close(P[0]);
    break;
  case 0:
    ::dup2(P[1], STDOUT_FILENO);
    ::close(P[0]), ::close(P[1]);
    ::execv(Argv[0], Argv);
    ::_exit(127);
  default:
    *ReadEnd = P[0];
  }
  ::close(P[1]);
  return Pid;
}

unsigned leak_readDepfile(const char *Path) {
  FILE *F = std::fopen(Path, "r"); /* { dg-warning "leak|mismatch" } */
  if (!F) return 0;
  char Line[1024];
  unsigned Deps = 0;
  while (std::fgets(Line, sizeof Line, F))
    Deps += parseDepLine(Line);
  std::fclose(F);
  return Deps;
}

unsigned clean_readDepfile(const char *Path) {
  std::unique_ptr<FILE, int (*)(FILE *)> F(std::fopen(Path, "r"), &std::fclose);
  if (!F) return 0;
  char Line[1024];
  unsigned Deps = 0;
  while (std::fgets(Line, sizeof Line, F.get()))
    Deps += parseDepLine(Line);
  return Deps;
}

bool leak_makeTemp(const char *Body, size_t Size) {
  char Name[] = "/tmp/obj-XXXXXX";
  int FD = ::mkstemp(Name); /* { dg-warning "leak|mismatch" } */
  if (FD < 0)
    return false;
  if (::write(FD, Body, Size) != static_cast<ssize_t>(Size)) {
    ::unlink(Name);
    return false;
  }
  ::close(FD);
  return true;
}

TempObject clean_makeTemp(const char *Prefix) {
  TempObject T;
  std::snprintf(T.Name, sizeof T.Name, "/tmp/%s-XXXXXX", Prefix);
  T.FD = ::mkstemp(T.Name);
  if (T.FD >= 0 && ::fchmod(T.FD, 0600) < 0) {
    ::close(T.FD);
    T.FD = -1;
  }
  return T;
}

char **leak_buildArgv(const char *const *Words, size_t N) {
  char **Argv = static_cast<char **>(std::calloc(N + 1, sizeof *Argv));
  if (!Argv) return nullptr;
  for (size_t I = 0; I != N; ++I) {
    if (Words[I][0] == '@') {
      std::free(Argv);
      return nullptr;
    }
    Argv[I] = ::strdup(Words[I]); /* { dg-warning "leak|mismatch" } */
  }
  return Argv;
}

int clean_runArgv(const char *const *Words, size_t N) {
  char **Argv = static_cast<char **>(std::calloc(N + 1, sizeof *Argv));
  if (!Argv) return -1;
  int RC = 0;
  for (size_t I = 0; I != N && RC == 0; ++I)
    if (!(Argv[I] = ::strdup(Words[I])))
      RC = -1;
  if (RC == 0)
    RC = std::system(Argv[0] ? Argv[0] : "true");
  for (char **A = Argv; *A; ++A)
    std::free(*A);
  std::free(Argv);
  return RC;
}

int leak_parseRules(const char *Path) try {
  FILE *F = std::fopen(Path, "r"); /* { dg-warning "leak|mismatch" } */
  if (!F)
    throw ParseError("cannot open");
  char Line[256];
  unsigned Width = 0;
  if (std::fgets(Line, sizeof Line, F))
    Width = parseDepLine(Line);
  std::fclose(F);
  return static_cast<int>(Width);
} catch (const ParseError &E) {
  std::fprintf(stderr, "%s: %s\n", Path, E.what());
  return -1;
}

int clean_parseRules(const char *Path) try {
  FILE *F = std::fopen(Path, "r");
  if (!F)
    throw ParseError("cannot open");
  char Line[256];
  bool Got = std::fgets(Line, sizeof Line, F) != nullptr;
  std::fclose(F);
  return Got ? static_cast<int>(parseDepLine(Line)) : 0;
} catch (const ParseError &E) {
  std::fprintf(stderr, "%s: %s\n", Path, E.what());
  return -1;
}

Node *Graph::leak_intern(const char *Name) {
  Node *N = new Node(Name); /* { dg-warning "leak|mismatch" } */
  if (!tryAdd(N))
    return nullptr;
  return N;
}

Node *Graph::clean_intern(const char *Name) {
  auto *N = new Node(Name);
  if (tryAdd(N))
    return N;
  delete N;
  return nullptr;
}

int leak_lockBuildDir(const char *Path) {
  int FD = ::open(Path, O_RDWR | O_CREAT | O_CLOEXEC, 0644); /* { dg-warning "leak|mismatch" } */
  if (FD < 0)
    return -errno;
  if (::flock(FD, LOCK_EX | LOCK_NB) < 0) {
    if (errno == EWOULDBLOCK) {
      ::close(FD);
      return -EBUSY;
    }
    return -EIO;
  }
  return FD;
}

void clean_lockForever(const char *Path) {
  static int LockFD = -1;
  if (LockFD >= 0)
    return;
  LockFD = ::open(Path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (LockFD < 0 || ::flock(LockFD, LOCK_EX | LOCK_NB) < 0) {
    std::perror(Path);
    std::exit(1);
  }
}

size_t leak_drainJobs(const std::vector<std::string> &Logs) {
  std::vector<int> FDs;
  char Buf[128];
  size_t Total = 0;
  for (const std::string &L : Logs) {
    int FD = ::open(L.c_str(), O_RDONLY); /* { dg-warning "leak|mismatch" } */
    if (FD >= 0)
      FDs.push_back(FD);
  }
  while (!FDs.empty()) {
    ssize_t N = ::read(FDs.back(), Buf, sizeof Buf);
    if (N > 0)
      Total += static_cast<size_t>(N);
    FDs.pop_back();
  }
  return Total;
}

size_t clean_drainJobs(const std::vector<std::string> &Logs) {
  std::vector<int> FDs;
  char Buf[128];
  size_t Total = 0;
  for (const std::string &L : Logs)
    if (int FD = ::open(L.c_str(), O_RDONLY); FD >= 0)
      FDs.push_back(FD);
  for (size_t I = 0; I < FDs.size(); ++I) {
    ssize_t N = ::read(FDs[I], Buf, sizeof Buf);
    ::close(FDs[I]);
    if (N > 0)
      Total += static_cast<size_t>(N);
  }
  return Total;
}

unsigned leak_stampFile(const char *Path, const std::string &Value) {
  FILE *F = std::fopen(Path, "w"); /* { dg-warning "leak|mismatch" } */
  if (!F) return 0;
  ScopeExit Guard([F] { std::fclose(F); });
  Guard.dismiss();
  unsigned long Stamp = std::stoul(Value);
  std::fprintf(F, "%lu\n", Stamp);
  std::fclose(F);
  return static_cast<unsigned>(Stamp);
}

FILE *clean_stampFile(const char *Path, const std::string &Value) {
  FILE *F = std::fopen(Path, "w");
  if (!F) return nullptr;
  ScopeExit Guard([F] { std::fclose(F); });
  if (std::fprintf(F, "%lu\n", std::stoul(Value)) < 0)
    return nullptr;
  Guard.dismiss();
  return F;
}

bool clean_openResponse(const char *Path, ResponseFile &Out) {
  ResponseFile R;
  R.Path = Path;
  R.Stream = std::fopen(Path, "w");
  if (!R.Stream)
    return false;
  if (std::fputs("# response\n", R.Stream) == EOF) {
    std::fclose(R.Stream);
    return false;
  }
  std::swap(Out, R);
  if (R.Stream)
    std::fclose(R.Stream);
  return true;
}

void leak_report(const char *Path, unsigned Jobs) {
  FILE *Out = Path ? std::fopen(Path, "a") : stdout; /* { dg-warning "leak|mismatch" } */
  if (!Out) return;
  std::fprintf(Out, "jobs: %u\n", Jobs);
  if (Out == stdout)
    std::fflush(Out);
}

void clean_report(const char *Path, unsigned Jobs) {
  FILE *Out = Path ? std::fopen(Path, "a") : stdout;
  if (!Out) return;
  std::fprintf(Out, "jobs: %u\n", Jobs);
  if (Out != stdout)
    std::fclose(Out);
}

std::string leak_compilerVersion(const char *CC) {
  std::string Cmd = std::string(CC) + " -dumpversion";
  char Buf[64];
  FILE *P = ::popen(Cmd.c_str(), "r"); /* { dg-warning "leak|mismatch" } */
  if (P == nullptr || std::fgets(Buf, sizeof Buf, P) == nullptr)
    return {};
  ::pclose(P);
  return Buf;
}

char *clean_which(const char *Tool) {
  const char *Env = std::getenv("PATH");
  char *Paths = ::strdup(Env ? Env : "/bin");
  char *Full = nullptr, *Save = nullptr;
  if (!Paths)
    return nullptr;
  for (char *D = ::strtok_r(Paths, ":", &Save); D; D = ::strtok_r(nullptr, ":", &Save)) {
    if (::asprintf(&Full, "%s/%s", D, Tool) < 0) {
      Full = nullptr;
      break;
    }
    if (::access(Full, X_OK) == 0)
      break;
    std::free(Full);
    Full = nullptr;
  }
  std::free(Paths);
  return Full;
}
