/* A status that is an object: returned by value, assigned, asked by a method.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <cerrno>
#include <cstring>
#include <string>
#include <fcntl.h>
#include <unistd.h>

class Status {
 public:
  Status() = default;
  static Status OK() { return Status(); }
  static Status NotFound(const std::string& ctx, const std::string& msg) {
    return Status(kNotFound, ctx + ": " + msg);
  }
  static Status IOError(const std::string& ctx, const std::string& msg) {
    return Status(kIOError, ctx + ": " + msg);
  }
  bool ok() const { return code_ == kOk; }
 private:
  enum Code { kOk, kNotFound, kIOError, kCorruption };
  Status(Code code, std::string msg) : code_(code), msg_(std::move(msg)) {}
  Code code_ = kOk;
  std::string msg_;
};
Status PosixError(const std::string& context, int error_number) {
  if (error_number == ENOENT)
    return Status::NotFound(context, std::strerror(error_number));
  return Status::IOError(context, std::strerror(error_number));
}
class WritableFile {
 public:
  virtual ~WritableFile() = default;
  virtual Status Sync() = 0;
};
class PosixWritableFile final : public WritableFile {
 public:
  PosixWritableFile(std::string filename, int fd) : fd_(fd), filename_(std::move(filename)) {}
  ~PosixWritableFile() override { if (fd_ >= 0) close (fd_); }
  Status Sync() override { if (::fdatasync (fd_) < 0) return PosixError(filename_, errno); return Status::OK (); }
  int fd_;
  std::string filename_;
};
class Env {
 public:
  virtual ~Env() = default;
  virtual Status NewWritableFile(const std::string& fname, WritableFile** result) = 0;
};
class PosixEnv : public Env {
 public:
  Status NewWritableFile(const std::string& fname, WritableFile** result) override {
    int fd = ::open(fname.c_str(), O_TRUNC | O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) {
      *result = nullptr;
      return PosixError(fname, errno);
    }
    *result = new PosixWritableFile(fname, fd);
    return Status::OK();
  }
};
Env *Default () { static PosixEnv e; return &e; }
Status clean (Env* env, const std::string& fname) {
  WritableFile* file = nullptr;
  Status s = env->NewWritableFile(fname, &file);
  if (s.ok()) {
    s = file->Sync();
    delete file;
  }
  return s;
}
Status leak (Env* env, const std::string& fname) {
  WritableFile* file = nullptr;
  Status s = env->NewWritableFile(fname, &file);	/* { dg-warning "might not be deleted" } */
  if (s.ok()) {
    s = file->Sync();
    if (!s.ok ()) return s;
    delete file;
  }
  return s;
}
/* By an object of the class itself, no virtual call.  */
Status clean_direct (PosixEnv& env, const std::string& fname) {
  WritableFile* file = nullptr;
  Status s = env.PosixEnv::NewWritableFile(fname, &file);
  if (!s.ok()) return s;
  delete file;
  return s;
}
Status leak_direct (PosixEnv& env, const std::string& fname, int n) {
  Status s;
  WritableFile* file = nullptr;
  s = env.PosixEnv::NewWritableFile(fname, &file);	/* { dg-warning "might not be deleted" } */
  /* { dg-warning "might not be closed" "" { target *-*-* } .-1 } */
  if (!s.ok() || n == 0) return s;
  delete file;
  return s;
}
Status clean_again (Env* env, const std::string& fname, int n) {
  Status s;
  for (int i = 0; i < n; i++) {
    WritableFile* file = nullptr;
    s = env->NewWritableFile(fname, &file);
    if (!s.ok()) break;
    s = file->Sync();
    delete file;
  }
  return s;
}
