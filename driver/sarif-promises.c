/* Rules of `verify' in SARIF: the contracts that can be broken.  They are listed where they
   occur; doc/verify.md describes each.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "sarif.h"

static const struct lk_promise_rule rules[] =
{
  { "leakcheck-not-called",
    "What must be called on a value might not be called before it is lost" },
  { "leakcheck-field-not-released",
    "No method that must be called promises to release an owning field" },
  { "leakcheck-field-overwritten",
    "An owning field might be overwritten before what it holds is released" },
  { "leakcheck-not-known", "It is not known what must be called on a value" },
  { "leakcheck-creates-missing",
    "A method assigns an owning field without declaring that it creates an"
    " obligation" },
  { "leakcheck-creates-other",
    "A method assigns an owning field, but declares to create an obligation"
    " for something else" },
  { "leakcheck-creates-not-owned",
    "A call creates an obligation for a value that has no owner here" },
  { "leakcheck-creates-override",
    "An overriding method creates an obligation that the overridden one does"
    " not" },
  { "leakcheck-creates-target",
    "A method creates an obligation for something that needs no call" },
  { "leakcheck-creates-unparsable",
    "A method creates an obligation for what is no expression" },
  { "leakcheck-alias-out-of-scope",
    "A parameter that is declared to be a resource alias of the result goes"
    " out of scope" },
  { "leakcheck-alias-pairing",
    "Only one of parameter and result is declared to be a resource alias" },
  { "leakcheck-owning-parameter-override",
    "An overriding method does not own a parameter that the overridden one"
    " owns" },
  { "leakcheck-owning-result-override",
    "Callers own the result of an overriding method, but not that of the"
    " overridden one" },
  { "leakcheck-must-call-subtype",
    "A class must call less than what it extends" },
  { "leakcheck-must-call-not-inherited",
    "What a class must call is not inherited by its subclasses" },
  { "leakcheck-must-call-constructor",
    "A constructor promises that less must be called than its class does" },
  { "leakcheck-promise-broken",
    "A method might not call what it promises to call" },
  { "leakcheck-promise-broken-on-exception",
    "A method might not call what it promises to call when it throws" },
  { "leakcheck-promise-broken-conditionally",
    "A method returns a value that says that something was called, but it may"
    " not have been" },
  { "leakcheck-promise-not-boolean",
    "A promise depends on a result that is no boolean" },
  { "leakcheck-promise-required",
    "What a method requires to have been called might not have been" },
  { "leakcheck-promise-override",
    "An overriding method does not promise what the overridden one does" },
  { "leakcheck-varargs-not-verified",
    "What a method does with its variable arguments is not verified" },
  { "leakcheck-varargs-not-variable",
    "A method promises something of variable arguments, but has none" },
  { "leakcheck-promise-unparsable",
    "An expression in a contract means nothing where it is written" },
  { "leakcheck-receiver-required",
    "A method is called before those that its receiver requires" },
  { "leakcheck-must-call-mismatch",
    "A value that needs a call goes where nothing needs one" },
  { "leakcheck-unsafe-cast",
    "A value that needs a call is cast to a type that needs none" },
  { "leakcheck-type-argument",
    "A type argument needs a call that the type parameter does not promise" },
  { "leakcheck-method-reference",
    "A method reference promises less, or wants more, than its interface" },
  { "leakcheck-promise-parameter-not-final",
    "A promise speaks of a parameter that is assigned" }
};

const struct lk_promise_rule *
lk_promise_rule_of (const char *id)
{
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (!strcmp (rules[i].id, id))
      return &rules[i];
  return NULL;
}
