/* Limits of virtual calls: a note says where a call may run too many bodies, or has too many
   virtual tables; a call at the limit has none.  */
/* { dg-options "-fplugin-arg-leakcheck-verbose" } */
/* { dg-message "leakcheck: functions: \[0-9\]+" "" { target *-*-* } 0 } */

#include <cstdio>

struct wide { virtual void take (FILE *) = 0; };
struct wide_0 final : wide { void take (FILE *f) override; };
void wide_0::take (FILE *f) { fclose (f); }
struct wide_1 final : wide { void take (FILE *f) override; };
void wide_1::take (FILE *f) { fclose (f); }
struct wide_2 final : wide { void take (FILE *f) override; };
void wide_2::take (FILE *f) { fclose (f); }
struct wide_3 final : wide { void take (FILE *f) override; };
void wide_3::take (FILE *f) { fclose (f); }
struct wide_4 final : wide { void take (FILE *f) override; };
void wide_4::take (FILE *f) { fclose (f); }
struct wide_5 final : wide { void take (FILE *f) override; };
void wide_5::take (FILE *f) { fclose (f); }
struct wide_6 final : wide { void take (FILE *f) override; };
void wide_6::take (FILE *f) { fclose (f); }
struct wide_7 final : wide { void take (FILE *f) override; };
void wide_7::take (FILE *f) { fclose (f); }
struct wide_8 final : wide { void take (FILE *f) override; };
void wide_8::take (FILE *f) { fclose (f); }
struct wide_9 final : wide { void take (FILE *f) override; };
void wide_9::take (FILE *f) { fclose (f); }
struct wide_10 final : wide { void take (FILE *f) override; };
void wide_10::take (FILE *f) { fclose (f); }
struct wide_11 final : wide { void take (FILE *f) override; };
void wide_11::take (FILE *f) { fclose (f); }
struct wide_12 final : wide { void take (FILE *f) override; };
void wide_12::take (FILE *f) { fclose (f); }
struct wide_13 final : wide { void take (FILE *f) override; };
void wide_13::take (FILE *f) { fclose (f); }
struct wide_14 final : wide { void take (FILE *f) override; };
void wide_14::take (FILE *f) { fclose (f); }
struct wide_15 final : wide { void take (FILE *f) override; };
void wide_15::take (FILE *f) { fclose (f); }
struct wide_16 final : wide { void take (FILE *f) override; };
void wide_16::take (FILE *f) { fclose (f); }
struct wide_17 final : wide { void take (FILE *f) override; };
void wide_17::take (FILE *f) { fclose (f); }
struct wide_18 final : wide { void take (FILE *f) override; };
void wide_18::take (FILE *f) { fclose (f); }
struct wide_19 final : wide { void take (FILE *f) override; };
void wide_19::take (FILE *f) { fclose (f); }
struct wide_20 final : wide { void take (FILE *f) override; };
void wide_20::take (FILE *f) { fclose (f); }
struct wide_21 final : wide { void take (FILE *f) override; };
void wide_21::take (FILE *f) { fclose (f); }
struct wide_22 final : wide { void take (FILE *f) override; };
void wide_22::take (FILE *f) { fclose (f); }
struct wide_23 final : wide { void take (FILE *f) override; };
void wide_23::take (FILE *f) { fclose (f); }
struct wide_24 final : wide { void take (FILE *f) override; };
void wide_24::take (FILE *f) { fclose (f); }
struct wide_25 final : wide { void take (FILE *f) override; };
void wide_25::take (FILE *f) { fclose (f); }
struct wide_26 final : wide { void take (FILE *f) override; };
void wide_26::take (FILE *f) { fclose (f); }
struct wide_27 final : wide { void take (FILE *f) override; };
void wide_27::take (FILE *f) { fclose (f); }
struct wide_28 final : wide { void take (FILE *f) override; };
void wide_28::take (FILE *f) { fclose (f); }
struct wide_29 final : wide { void take (FILE *f) override; };
void wide_29::take (FILE *f) { fclose (f); }
struct wide_30 final : wide { void take (FILE *f) override; };
void wide_30::take (FILE *f) { fclose (f); }
struct wide_31 final : wide { void take (FILE *f) override; };
void wide_31::take (FILE *f) { fclose (f); }
struct wide_32 final : wide { void take (FILE *f) override; };
void wide_32::take (FILE *f) { fclose (f); }

struct fitting { virtual void take (FILE *) = 0; };
struct fitting_0 final : fitting { void take (FILE *f) override; };
void fitting_0::take (FILE *f) { fclose (f); }
struct fitting_1 final : fitting { void take (FILE *f) override; };
void fitting_1::take (FILE *f) { fclose (f); }
struct fitting_2 final : fitting { void take (FILE *f) override; };
void fitting_2::take (FILE *f) { fclose (f); }
struct fitting_3 final : fitting { void take (FILE *f) override; };
void fitting_3::take (FILE *f) { fclose (f); }
struct fitting_4 final : fitting { void take (FILE *f) override; };
void fitting_4::take (FILE *f) { fclose (f); }
struct fitting_5 final : fitting { void take (FILE *f) override; };
void fitting_5::take (FILE *f) { fclose (f); }
struct fitting_6 final : fitting { void take (FILE *f) override; };
void fitting_6::take (FILE *f) { fclose (f); }
struct fitting_7 final : fitting { void take (FILE *f) override; };
void fitting_7::take (FILE *f) { fclose (f); }
struct fitting_8 final : fitting { void take (FILE *f) override; };
void fitting_8::take (FILE *f) { fclose (f); }
struct fitting_9 final : fitting { void take (FILE *f) override; };
void fitting_9::take (FILE *f) { fclose (f); }
struct fitting_10 final : fitting { void take (FILE *f) override; };
void fitting_10::take (FILE *f) { fclose (f); }
struct fitting_11 final : fitting { void take (FILE *f) override; };
void fitting_11::take (FILE *f) { fclose (f); }

struct tabled { virtual void take (FILE *) = 0; };
struct tabled_0 final : tabled { void take (FILE *f) override; };
void tabled_0::take (FILE *f) { fclose (f); }
struct tabled_1 final : tabled { void take (FILE *f) override; };
void tabled_1::take (FILE *f) { fclose (f); }
struct tabled_2 final : tabled { void take (FILE *f) override; };
void tabled_2::take (FILE *f) { fclose (f); }
struct tabled_3 final : tabled { void take (FILE *f) override; };
void tabled_3::take (FILE *f) { fclose (f); }
struct tabled_4 final : tabled { void take (FILE *f) override; };
void tabled_4::take (FILE *f) { fclose (f); }
struct tabled_5 final : tabled { void take (FILE *f) override; };
void tabled_5::take (FILE *f) { fclose (f); }
struct tabled_6 final : tabled { void take (FILE *f) override; };
void tabled_6::take (FILE *f) { fclose (f); }
struct tabled_7 final : tabled { void take (FILE *f) override; };
void tabled_7::take (FILE *f) { fclose (f); }
struct tabled_8 final : tabled { void take (FILE *f) override; };
void tabled_8::take (FILE *f) { fclose (f); }
struct tabled_9 final : tabled { void take (FILE *f) override; };
void tabled_9::take (FILE *f) { fclose (f); }
struct tabled_10 final : tabled { void take (FILE *f) override; };
void tabled_10::take (FILE *f) { fclose (f); }
struct tabled_11 final : tabled { void take (FILE *f) override; };
void tabled_11::take (FILE *f) { fclose (f); }
struct tabled_12 final : tabled { void take (FILE *f) override; };
void tabled_12::take (FILE *f) { fclose (f); }

void
unknown_call (wide *w, const char *name) /* { dg-message "unknown_call.*: a call may run more than 32 bodies: it calls an unknown function" } */
{
  FILE *f = fopen (name, "r");
  if (f)
    w->take (f);
}

void
followed_call (fitting *w, const char *name) /* { dg-bogus "call" } */
{
  FILE *f = fopen (name, "r");
  if (f)
    w->take (f);
}

void
many_tables (tabled *w, const char *name) /* { dg-message "many_tables.*: a virtual call or dynamic_cast has more than 12 virtual tables: they are not distinguished" } */
{
  FILE *f = fopen (name, "r");
  if (f)
    w->take (f);
}

void
use (const char *name)
{
  static wide_0 w;
  static fitting_0 f;
  static tabled_0 t;
  unknown_call (&w, name);
  followed_call (&f, name);
  many_tables (&t, name);
}
