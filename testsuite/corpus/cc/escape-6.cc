/* Corpus, escape: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// xar - a little archiver: walk trees, read and write volumes, deduplicate.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#define VOLUME_LIMIT (64L << 20)

enum Status { OK, PARTIAL, FAILED };

struct Entry
{
	char *name;
	char *link;
	long size;
	Entry *next;
};

class Buffer
{
	unsigned char *p_ = nullptr;
	size_t n_ = 0;
public:
	Buffer () = default;
	explicit Buffer (size_t n) : p_ (new unsigned char[n]), n_ (n) {}
	Buffer (const Buffer &o) : Buffer (o.n_) { if (n_) memcpy (p_, o.p_, n_); }
	Buffer &operator= (Buffer o) noexcept { swap (o); return *this; }
	~Buffer () { delete[] p_; }
	void swap (Buffer &o) noexcept { std::swap (p_, o.p_); std::swap (n_, o.n_); }
	unsigned char *data () noexcept { return p_; }
	size_t size () const noexcept { return n_; }
};

static void free_entry (Entry *e)
{
	if (e) {
		free (e->name);
		free (e->link);
		free (e);
	}
}

static std::pair<FILE *, Status> open_member (const char *path, long want)
{
	FILE *f = fopen (path, "rb");
	if (!f)
		return {nullptr, FAILED};
	if (fseek (f, want, SEEK_SET) != 0) {
		fclose (f);
		return {nullptr, FAILED};
	}
	return {f, fgetc (f) == EOF ? PARTIAL : OK};
}

/* reading ------------------------------------------------------------- */

int leak_read_member (const char *path, char *buf, size_t n)
{
	auto [f, status] = open_member (path, 512); /* { dg-warning "leak|mismatch" } */
	if (status != OK)
		return -1;
	int got = (int) fread (buf, 1, n, f);
	fclose (f);
	return got;
}

int clean_read_member (const char *path, char *buf, size_t n)
{
	auto [f, status] = open_member (path, 512);
	if (status == FAILED)
		return -1;
	int got = status == PARTIAL ? 0 : (int) fread (buf, 1, n, f);
	fclose (f);
	return got;
}

Entry *leak_clone_entry (const Entry *from)
{
	Entry *e = (Entry *) calloc (1, sizeof *e);
	if (!e)
		return nullptr;
	e->name = strdup (from->name); /* { dg-warning "leak|mismatch" } */
	e->link = from->link ? strdup (from->link) : nullptr;
	if (!e->name || (from->link && !e->link)) {
		free (e->link);
		free (e);
		return nullptr;
	}
	return e;
}

Entry *clean_clone_entry (const Entry *from)
{
	Entry *e = (Entry *) calloc (1, sizeof *e);
	if (!e)
		return nullptr;
	e->size = from->size;
	if (!(e->name = strdup (from->name)) || (from->link && !(e->link = strdup (from->link)))) {
		free_entry (e);
		e = nullptr;
	}
	return e;
}

Entry *clean_read_index (FILE *f)
{
	char line[256];
	Entry *head = nullptr, **tail = &head;
	while (fgets (line, sizeof line, f)) {
		Entry *e = (Entry *) calloc (1, sizeof *e);
		if (e)
			e->name = strdup (line);
		if (!e || !e->name) {
			free_entry (e);
			break;
		}
		*tail = e;
		tail = &e->next;
	}
	return head;
}

/* writing ------------------------------------------------------------- */

int leak_checksum (const char *path, unsigned *sum)
{
	int rc = -1;
	void *p = MAP_FAILED;
	struct stat st;
	int fd = open (path, O_RDONLY); /* { dg-warning "leak|mismatch" } */
	if (fd < 0)
		return -1;
	if (fstat (fd, &st) < 0)
		goto out;
	p = mmap (nullptr, (size_t) st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		goto out_close;
	*sum = 0;
	for (off_t i = 0; i < st.st_size; i++)
		*sum = *sum * 31 + ((unsigned char *) p)[i];
	rc = 0;
	munmap (p, (size_t) st.st_size);
out_close:
	close (fd);
out:
	return rc;
}

int clean_checksum (const char *path, unsigned *sum)
{
	int rc = -1;
	void *p = MAP_FAILED;
	struct stat st;
	st.st_size = 0;
	int fd = open (path, O_RDONLY);
	if (fd < 0)
		goto out;
	if (fstat (fd, &st) < 0)
		goto out;
	p = mmap (nullptr, (size_t) st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		goto out;
	*sum = 0;
	for (off_t i = 0; i < st.st_size; i++)
		*sum = *sum * 31 + ((unsigned char *) p)[i];
	rc = 0;
out:
	if (p != MAP_FAILED)
		munmap (p, (size_t) st.st_size);
	if (fd >= 0)
		close (fd);
	return rc;
}

int leak_write_volumes (FILE *in, const char *stem)
{
	char name[128], buf[4096];
	int volume = 0;
	long written = VOLUME_LIMIT;
	FILE *out = nullptr;
	while (size_t n = fread (buf, 1, sizeof buf, in)) {
		if (written >= VOLUME_LIMIT) {
			snprintf (name, sizeof name, "%s.%03d", stem, volume++);
			out = fopen (name, "wb"); /* { dg-warning "leak|mismatch" } */
			if (!out)
				return -1;
			written = 0;
		}
		written += (long) fwrite (buf, 1, n, out);
	}
	if (out)
		fclose (out);
	return volume;
}

int clean_write_volumes (FILE *in, const char *stem)
{
	char name[128], buf[4096];
	int volume = 0;
	long written = VOLUME_LIMIT;
	size_t n;
	FILE *out = nullptr;
	while ((n = fread (buf, 1, sizeof buf, in)) > 0) {
		if (written >= VOLUME_LIMIT) {
			if (out)
				fclose (out);
			snprintf (name, sizeof name, "%s.%03d", stem, volume++);
			out = fopen (name, "wb");
			if (!out)
				return -1;
			written = 0;
		}
		written += (long) fwrite (buf, 1, n, out);
	}
	if (out)
		fclose (out);
	return volume;
}

size_t leak_render_header (const Entry *e, int fd)
{
	char *text = nullptr;
	size_t len = 0;
	FILE *mem = open_memstream (&text, &len); /* { dg-warning "leak|mismatch" } */
	if (!mem)
		return 0;
	fprintf (mem, "%s %ld\n", e->name, e->size);
	if (e->link)
		fprintf (mem, "-> %s\n", e->link);
	fclose (mem);
	return write (fd, text, len) == (ssize_t) len ? len : 0;
}

size_t clean_render_header (const Entry *e, int fd)
{
	char *text = nullptr;
	size_t len = 0;
	FILE *mem = open_memstream (&text, &len);
	if (!mem)
		return 0;
	fprintf (mem, "%s %ld\n", e->name, e->size);
	fclose (mem);
	ssize_t w = write (fd, text, len);
	free (text);
	return w == (ssize_t) len ? len : 0;
}

static char *escape (const char *s)
{
	char *out = (char *) malloc (2 * strlen (s) + 1), *p = out;
	if (!out)
		return nullptr;
	for (; *s; s++) {
		if (*s == '\\' || *s == '\n')
			*p++ = '\\';
		*p++ = *s == '\n' ? 'n' : *s;
	}
	*p = '\0';
	return out;
}

void leak_print_name (const Entry *e, FILE *out, bool quote)
{
	bool own = false;
	const char *name = e->name;
	if (strpbrk (name, "\\\n")) {
		name = escape (name); /* { dg-warning "leak|mismatch" } */
		own = quote;
	}
	if (quote)
		fprintf (out, "\"%s\"\n", name);
	else
		fprintf (out, "%s\n", name);
	if (own)
		free ((void *) name);
}

void clean_print_name (const Entry *e, FILE *out, bool quote)
{
	const char *name = e->name;
	if (quote && strpbrk (name, "\\\n"))
		name = escape (name);
	fprintf (out, quote ? "\"%s\"\n" : "%s\n", name ? name : "?");
	if (name != e->name)
		free (const_cast<char *> (name));
}

/* walking ------------------------------------------------------------- */

long leak_walk (const std::string &root)
{
	long files = 0;
	std::vector<std::pair<DIR *, std::string>> stack;
	if (DIR *top = opendir (root.c_str ()))
		stack.emplace_back (top, root);
	while (!stack.empty ()) {
		dirent *e = readdir (stack.back ().first);
		if (!e) {
			closedir (stack.back ().first);
			stack.pop_back ();
			continue;
		}
		if (e->d_type != DT_DIR) {
			files++;
			continue;
		}
		if (e->d_name[0] == '.')
			continue;
		std::string sub = stack.back ().second + "/" + e->d_name;
		DIR *d = opendir (sub.c_str ()); /* { dg-warning "leak|mismatch" } */
		if (d && stack.size () < 64)
			stack.emplace_back (d, sub);
	}
	return files;
}

long clean_walk (const std::string &root)
{
	long files = 0;
	std::vector<std::unique_ptr<DIR, int (*) (DIR *)>> stack;
	stack.emplace_back (opendir (root.c_str ()), closedir);
	while (!stack.empty () && stack.back ()) {
		dirent *e = readdir (stack.back ().get ());
		if (!e)
			stack.pop_back ();
		else if (e->d_type != DT_DIR)
			files++;
		else if (e->d_name[0] != '.' && stack.size () < 64) {
			int fd = openat (dirfd (stack.back ().get ()), e->d_name, O_RDONLY | O_DIRECTORY);
			if (fd < 0)
				continue;
			DIR *d = fdopendir (fd);
			if (d)
				stack.emplace_back (d, closedir);
			else
				close (fd);
		}
	}
	return files;
}

int clean_list_sorted (const char *dir)
{
	dirent **names;
	int n = scandir (dir, &names, nullptr, alphasort);
	if (n < 0)
		return -1;
	int shown = 0;
	for (int i = 0; i < n; i++) {
		if (names[i]->d_name[0] != '.') {
			puts (names[i]->d_name);
			shown++;
		}
		free (names[i]);
	}
	free (names);
	return shown;
}

int leak_in_dir (const char *dir, const char *cmd)
{
	int here = open (".", O_RDONLY | O_DIRECTORY); /* { dg-warning "leak|mismatch" } */
	if (here < 0 || chdir (dir) < 0)
		return -errno;
	int rc = system (cmd);
	if (fchdir (here) < 0)
		rc = -errno;
	close (here);
	return rc;
}

int clean_in_dir (const char *dir, const char *cmd)
{
	int rc = -1;
	int here = open (".", O_RDONLY | O_DIRECTORY);
	if (here >= 0 && chdir (dir) == 0) {
		rc = system (cmd);
		if (fchdir (here) < 0)
			abort ();
	}
	return here >= 0 && close (here) < 0 ? -errno : rc;
}

/* deduplication ------------------------------------------------------- */

size_t leak_dedup (const std::vector<std::pair<int, const char *>> &items)
{
	std::map<int, char *> seen;
	for (const auto &[hash, name] : items)
		seen[hash] = strdup (name);
  /* { dg-warning "leak|mismatch" "missed" { xfail *-*-* } .-1 } */
	size_t n = 0;
	for (auto &kv : seen) {
		n += kv.second ? strlen (kv.second) : 0;
		free (kv.second);
	}
	return n;
}

size_t clean_dedup (const std::vector<std::pair<int, const char *>> &items)
{
	std::map<int, char *> seen;
	for (const auto &[hash, name] : items) {
		char *&slot = seen[hash];
		free (slot);
		slot = strdup (name);
	}
	size_t n = 0;
	for (auto &[hash, name] : seen) {
		n += name ? strlen (name) : 0;
		free (name);
	}
	return n;
}

char *leak_read_link (const char *path)
{
	for (size_t cap = 64;; cap *= 2) {
		char *buf = (char *) malloc (cap); /* { dg-warning "leak|mismatch" } */
		if (!buf)
			return nullptr;
		ssize_t n = readlink (path, buf, cap);
		if (n < 0)
			return nullptr;
		if ((size_t) n < cap) {
			buf[n] = '\0';
			return buf;
		}
		free (buf);
	}
}

Buffer clean_pack (const Buffer &in)
{
	Buffer work (in), best;
	for (size_t i = 1; i < work.size (); i++)
		work.data ()[i] ^= work.data ()[i - 1];
	best = work;
	best.swap (work);
	return best;
}
