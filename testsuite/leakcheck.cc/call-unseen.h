/* Functions of another unit.  */
int unseen_settings (const char *name);
int seen_settings (const char *name);
struct painter
{
  virtual ~painter ();
  virtual void save (int n);
  void draw (int n);
};
/* Tables of functions.  */
struct reader
{
  int (*next) (reader *);
  int (*peek) (reader *);
};
