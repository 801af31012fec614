/* Comments that testsuite/check-words finds, among some that it does not.

   Who calls this sees nothing.  */

/* Return true if nobody has it.  */
int nobody_has_it (void);

/* The caller is told.  What it does then is its own business.  */
int told (void);

/* What does it return?  The caller tests it.  */
int asked (void);

/* Return what it was.  (Who cares is not tested.)  */
int was (void);

/* Somebody's.  */
int whose (void);
