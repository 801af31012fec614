/* For getters.cc: classes whose bodies nobody shows.  */

class document
{
public:
  document ();
  explicit document (const char *text);
  document (const document &);
  document &operator= (const document &);
  document &operator= (const char *text);
  ~document ();
  int size () const;
  const char *title () const;
  virtual int version () const;
  bool load (const char *text);
  int next ();
  void check () const;
  int find (const char *name) const;
};
