#include <string>
struct shape { virtual ~shape (); virtual double area () const = 0; };
struct factory { virtual ~factory (); virtual shape *create (int kind) = 0; virtual shape *current () = 0; virtual shape *copy (const shape *) = 0; };
struct conn { void send (const char *); int status () const; ~conn (); };
struct pool { static conn *open (const char *host); static conn *common (); conn *lend (int n); void give_back (conn *); };
struct tree { int n; tree (const tree &); ~tree (); int depth () const; };
tree *parse_text (const char *text);
tree *root_of (int n);
