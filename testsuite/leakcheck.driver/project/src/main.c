/* A program that forgets a file, and, by conn.spec, a connection.  */
#include <conn.h>
#include <stdio.h>

static int
greet (const char *host)
{
  struct conn *conn = conn_open (host);

  return conn ? conn_send (conn, "hello\n") : -1;
}

int
main (int argc, char **argv)
{
  FILE *hosts;
  char host[80];

  for (int i = 1; i < argc; i++)
    {
      hosts = fopen (argv[i], "r");
      if (hosts && fgets (host, sizeof host, hosts))
	greet (host);
    }
  return 0;
}
