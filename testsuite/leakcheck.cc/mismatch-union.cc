// What only may be the object, and is released by a function that cannot release it, is something
// else: a node or a table in one union, of another round.
// { dg-do compile }
#include <cstdlib>
#include <new>

struct trie
{
  unsigned char first;
  unsigned short count;
  union { trie *node; trie **table; } next;
  trie () : first (0), count (0) { next.node = nullptr; }
  bool add (const unsigned char *key, std::size_t n);
};

bool
trie::add (const unsigned char *key, std::size_t n)
{
  trie *at = this;
  for (; n; key++, n--)
    {
      unsigned char c = *key;
      if (c < at->first || c >= at->first + at->count)
	{
	  if (!at->count)
	    {
	      at->first = c;
	      at->count = 1;
	      at->next.node = nullptr;
	    }
	  else
	    {
	      at->count++;
	      at->next.table = static_cast <trie **> (std::realloc (at->next.table,
								     sizeof (trie *) * at->count));
	      if (!at->next.table)
		std::abort ();
	    }
	}
      if (at->count == 1)
	{
	  if (!at->next.node)
	    {
	      at->next.node = new (std::nothrow) trie;
	      if (!at->next.node)
		std::abort ();
	    }
	  at = at->next.node;
	}
      else
	{
	  if (!at->next.table[c - at->first])
	    {
	      at->next.table[c - at->first] = new (std::nothrow) trie;
	      if (!at->next.table[c - at->first])
		std::abort ();
	    }
	  at = at->next.table[c - at->first];
	}
    }
  return true;
}

// Here it is that object.
bool
wrong (trie *at)
{
  at->next.node = new (std::nothrow) trie;	// { dg-warning "mismatched release" }
  if (!at->next.node)
    return false;
  at->next.table = static_cast <trie **> (std::realloc (at->next.table, 80));  // { dg-warning "when it is overwritten" }
  return at->next.table;
}
