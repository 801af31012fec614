/* Members that nobody releases, in classes with bases and virtual functions: a base does not know
   what is private to a class that is derived from it.  */

#include <cstdio>
#include <cstdlib>

class asset
{
public:
  virtual ~asset () = default;
  virtual float loudest () const noexcept = 0;
};

class lost_clip : public asset
{
public:
  explicit lost_clip (unsigned long samples);
  lost_clip (const lost_clip &) = delete;
  lost_clip &operator= (const lost_clip &) = delete;
  ~lost_clip () override { delete[] m_samples; }
  float loudest () const noexcept override;

private:
  unsigned long m_n;
  float *m_samples;
  float *m_peaks = nullptr;
};

lost_clip::lost_clip (unsigned long samples) : m_n (samples), m_samples (new float[samples] ())
{
  if (m_n > 64)
    m_peaks = new float[m_n / 64] (); /* { dg-warning "is never deleted" } */
}

float
lost_clip::loudest () const noexcept
{
  float top = 0;
  for (unsigned long i = 0; m_peaks && i < m_n / 64; ++i)
    if (m_peaks[i] > top)
      top = m_peaks[i];
  return top;
}

class clean_clip : public asset
{
public:
  explicit clean_clip (unsigned long samples) : m_n (samples), m_samples (new float[samples] ())
  {
    if (m_n > 64)
      m_peaks = new float[m_n / 64] ();
  }
  clean_clip (const clean_clip &) = delete;
  clean_clip &operator= (const clean_clip &) = delete;
  ~clean_clip () override
  {
    delete[] m_samples;
    delete[] m_peaks;
  }
  float loudest () const noexcept override { return m_peaks ? m_peaks[0] : m_samples[0]; }

private:
  unsigned long m_n;
  float *m_samples;
  float *m_peaks = nullptr;
};

/* The base asks it to.  */
class closing
{
public:
  virtual ~closing () = default;
  void run ()
  {
    work ();
    end ();
  }

protected:
  virtual void work () = 0;
  virtual void end () = 0;
};

class clean_ended : public closing
{
public:
  explicit clean_ended (const char *name) : m_file (fopen (name, "r")) {}
  clean_ended (const clean_ended &) = delete;
  clean_ended &operator= (const clean_ended &) = delete;

protected:
  void work () override
  {
    if (m_file)
      fgetc (m_file);
  }
  void end () override
  {
    if (m_file)
      fclose (m_file);
    m_file = nullptr;
  }

private:
  FILE *m_file;
};

/* Who is derived may be given it.  */
class clean_shared : public asset
{
public:
  explicit clean_shared (unsigned n) : m_text ((char *) malloc (n)) {}
  clean_shared (const clean_shared &) = delete;
  clean_shared &operator= (const clean_shared &) = delete;
  float loudest () const noexcept override { return m_text ? m_text[0] : 0; }

protected:
  char *take ()
  {
    char *text = m_text;
    m_text = nullptr;
    return text;
  }

private:
  char *m_text;
};

/* A base to which the object is known by what it is.  */
template <typename T> class counted
{
public:
  ~counted () { static_cast<T *> (this)->drop (); }
};

class clean_dropped : public counted<clean_dropped>
{
public:
  explicit clean_dropped (const char *name) : m_file (fopen (name, "r")) {}
  clean_dropped (const clean_dropped &) = delete;
  clean_dropped &operator= (const clean_dropped &) = delete;
  void drop ()
  {
    if (m_file)
      fclose (m_file);
    m_file = nullptr;
  }
  int get () { return m_file ? fgetc (m_file) : -1; }

private:
  FILE *m_file;
};
