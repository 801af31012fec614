// What a constructor of the library stores in a protected field, and close () of a subclass gives back.
import java.io.*;
import java.util.*;
import java.util.zip.*;

class OwnershipInheritedField
{
  private static final ArrayDeque<Inflater> pool = new ArrayDeque<> ();

  static Inflater take ()
  {
    synchronized (pool)
      {
        Inflater i = pool.poll ();
        return i != null ? i : new Inflater (true);
      }
  }

  static void give (Inflater i)
  {
    synchronized (pool)
      {
        i.reset ();
        pool.add (i);
      }
  }

  static InputStream captured (InputStream in)
  {
    final Inflater worker = take ();
    return new InflaterInputStream (in, worker)
    {
      @Override public void close () throws IOException
      {
        give (worker);
        super.close ();
      }
    };
  }

  static class Held extends InflaterInputStream
  {
    private final Inflater mine;
    Held (InputStream in, Inflater i) { super (in, i); mine = i; }
    @Override public void close () throws IOException { super.close (); give (mine); }
  }

  static InputStream held (InputStream in) { return new Held (in, take ()); }

  static class Inherited extends InflaterInputStream
  {
    Inherited (InputStream in, Inflater i) { super (in, i); }
    @Override public void close () throws IOException { super.close (); inf.end (); }
  }

  static InputStream inherited (InputStream in) { return new Inherited (in, new Inflater (true)); }

  static OutputStream deflated (OutputStream out)
  {
    Deflater d = new Deflater ();
    return new DeflaterOutputStream (out, d)
    {
      @Override public void close () throws IOException
      {
        super.close ();
        def.end ();
      }
    };
  }

  static OutputStream deflatedLost (OutputStream out)
  {
    Deflater d = new Deflater ();       // { dg-warning "never ended" }
    return new DeflaterOutputStream (out, d)
    {
      @Override public void close () throws IOException
      {
        super.close ();
      }
    };
  }
}
