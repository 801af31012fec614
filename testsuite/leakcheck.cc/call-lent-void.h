#include <string>
/* Classes of the program whose methods are elsewhere.  */
class sieve
{
public:
  sieve (const std::string &pattern, int flags);
  virtual ~sieve ();
  virtual bool apply (const std::string &) const;
  void set_limit (int);
  void attach (sieve *other);
  static void adopt (sieve *s);
private:
  std::string pattern_;
  int flags_, limit_;
};
class ticket
{
public:
  explicit ticket (int n);
  void retire ();
  void mark (int);
  ~ticket ();
private:
  int n_;
};
