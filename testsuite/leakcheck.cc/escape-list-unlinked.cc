/* Lists whose nodes are taken out by a pointer to the pointer to them: what is found there need
   not be what is followed.  */

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct node
{
  char *name;
  node *next;
};

static node *
node_new (const char *name, node *next)
{
  node *n = new node { nullptr, next };
  n->name = strdup (name);
  return n;
}

static void
node_free (node *n)
{
  free (n->name);
  delete n;
}

int
clean_distinct (const std::vector<std::string> &names)
{
  node *head = nullptr;
  for (const std::string &name : names)
    head = node_new (name.c_str (), head);
  int distinct = 0;
  for (node *s = head; s; s = s->next)
    {
      distinct++;
      for (node **p = &s->next; *p;)
	if (!strcmp ((*p)->name, s->name))
	  {
	    node *gone = *p;
	    *p = gone->next;
	    node_free (gone);
	  }
	else
	  p = &(*p)->next;
    }
  while (head)
    {
      node *next = head->next;
      node_free (head);
      head = next;
    }
  return distinct;
}

void
leak_wrong (const char *name)
{
  node *n = node_new (name, nullptr);	/* { dg-warning "mismatched release" } */
  free (n->name);
  free (n);
}
