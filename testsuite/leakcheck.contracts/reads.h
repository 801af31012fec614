/* Functions that change what their argument points to, and functions that only read it.  */

struct conv { int type, n; char *text; struct conv *next; };

void conv_setup (struct conv *);
char *conv_text (struct conv *, const char *);
void conv_show (struct conv *);
void conv_show_copy (struct conv *);
void conv_reset (struct conv *);
void conv_step (struct conv *, int);
void conv_each (struct conv *, void (*) (struct conv *));
void conv_step_next (struct conv *);
void conv_link (struct conv *, struct conv *);
int conv_even (struct conv *, int);
int conv_odd (struct conv *, int);
int conv_last (struct conv *);

/* In the second file.  */
void conv_log (struct conv *, const char *);
void conv_advance (struct conv *);
