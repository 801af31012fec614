/* Connections, which a specification or attributes could describe.  */
#ifndef CONN_H
#define CONN_H

struct conn;
struct conn *conn_open (const char *host);
void conn_close (struct conn *conn);
int conn_send (struct conn *conn, const char *text);

#endif
