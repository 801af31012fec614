/* A unit with a header is no example.  */
struct chunk;
