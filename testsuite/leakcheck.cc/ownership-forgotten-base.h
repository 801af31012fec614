#include <string>
class node
{
public:
  node () : label (nullptr), weight (0) {}
  virtual ~node () {}
  virtual void set (const char *t) = 0;
  int cost () const { return weight + (label ? label[0] : 0); }
protected:
  char *label;
  int weight;
};
class leaf : public node
{
public:
  leaf ();
  ~leaf () override;
  void set (const char *t) override;
private:
  leaf (const leaf &);
  int seen;
};
class twig : public node
{
public:
  twig ();
  ~twig () override;
  void set (const char *t) override;
private:
  twig (const twig &);
};
