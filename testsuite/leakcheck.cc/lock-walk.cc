/* Locks of what is walked over, and of guards that let go of them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <mutex>
#include <memory>
#include <vector>
#include <deque>
#include <set>
struct shard { std::mutex mu; std::deque<int> jobs; bool closed = false, paused = false; };
/* Taken for the caller, if it succeeds.  */
bool clean_push (shard *q, int job)
{
  std::unique_lock<std::mutex> lk (q->mu);
  if (q->closed)
    return false;
  q->jobs.push_back (job);
  lk.release ();
  return true;
}
bool clean_pop (shard *q, int *job)
{
  std::unique_lock<std::mutex> lk (q->mu);
  if (q->jobs.empty ())
    return false;
  *job = q->jobs.front ();
  lk.release ()->unlock ();
  return true;
}
bool leak_steal (std::vector<std::unique_ptr<shard>> &shards, int &out)
{
  for (auto &sh : shards)
    {
      sh->mu.lock (); /* { dg-warning "might not be released" } */
      if (sh->paused)
        continue;
      if (sh->jobs.empty ())
        {
          sh->mu.unlock ();
          continue;
        }
      out = sh->jobs.back ();
      sh->mu.unlock ();
      return true;
    }
  return false;
}
bool leak_steal2 (std::vector<shard *> &shards, int &out)
{
  for (shard *sh : shards)
    {
      sh->mu.lock (); /* { dg-warning "might not be released" } */
      if (sh->paused)
        continue;
      out = sh->jobs.back ();
      sh->mu.unlock ();
      return true;
    }
  return false;
}
bool leak_steal3 (shard **shards, int n, int &out)
{
  for (int i = 0; i < n; i++)
    {
      shard *sh = shards[i];
      sh->mu.lock (); /* { dg-warning "might not be released" } */
      if (sh->paused)
        continue;
      out = sh->jobs.back ();
      sh->mu.unlock ();
      return true;
    }
  return false;
}
bool leak_book (shard &m, unsigned id)
{
  std::unique_lock lk {m.mu}; /* { dg-warning "might not be released" } */
  if (m.jobs.size () > id)
    {
      lk.release ();
      return false;
    }
  m.jobs.push_back (id);
  return true;
}
bool clean_try (shard &m)
{
  std::unique_lock lk {m.mu};
  if (m.closed)
    return false;
  lk.release ();
  return true;
}
bool clean_steal (std::vector<std::unique_ptr<shard>> &shards, int &out)
{
  for (auto &sh : shards)
    {
      sh->mu.lock ();
      if (sh->paused || sh->jobs.empty ())
        {
          sh->mu.unlock ();
          continue;
        }
      out = sh->jobs.back ();
      sh->mu.unlock ();
      return true;
    }
  return false;
}
bool clean_steal2 (std::vector<shard *> &shards, int &out)
{
  for (shard *sh : shards)
    {
      std::unique_lock lk (sh->mu, std::try_to_lock);
      if (!lk || sh->paused)
        continue;
      out = sh->jobs.back ();
      return true;
    }
  return false;
}
void clean_done (shard &m) { m.mu.unlock (); }
