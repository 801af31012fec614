// Clients of services, which are not on the class path of the plugin's tests: lib/ has as much of them
// as is used here.
//
// Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later

import com.amazonaws.services.s3.AmazonS3;
import com.amazonaws.services.s3.model.S3Object;
import io.grpc.*;
import io.netty.buffer.*;
import io.netty.channel.ChannelOutboundInvoker;
import java.io.*;
import java.util.List;
import kotlin.io.CloseableKt;
import kotlin.io.TextStreamsKt;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;

class Services
{
  // ---- Netty.

  static int leak_buffer (ByteBufAllocator all, int n)
  {
    ByteBuf b = all.buffer (4); // { dg-warning "might not be released" }
    b.writeInt (n);
    if (n < 0)
      return -1;
    int r = b.readInt ();
    b.release ();
    return r;
  }

  static void clean_written (ByteBufAllocator all, ChannelOutboundInvoker to, int n)
  {
    ByteBuf b = all.buffer (4).writeInt (n);
    to.writeAndFlush (b);
  }

  static int clean_finally (ByteBufAllocator all, int n)
  {
    ByteBuf b = all.buffer (4);
    try
      {
	b.writeInt (n);
	return n < 0 ? -1 : b.readInt ();
      }
    finally
      {
	b.release ();
      }
  }

  static ByteBuf clean_retained (ByteBufAllocator all)
  {
    ByteBuf b = all.buffer (4);
    ByteBuf other = b.retain ();
    b.release ();
    return other;
  }

  // ---- gRPC.

  static boolean leak_channel (ManagedChannelBuilder builder)
  {
    ManagedChannel c = builder.build (); // { dg-warning "'c' is never shut down" }
    return c.isShutdown ();
  }

  static boolean clean_channel (ManagedChannelBuilder builder)
  {
    ManagedChannel c = builder.build ();
    boolean b = c.isShutdown ();
    c.shutdown ();
    return b;
  }

  // ---- Kafka.

  static int leak_consumer (long time)
  {
    KafkaConsumer c = new KafkaConsumer (); // { dg-warning "'c' is never closed" }
    return c.poll (time);
  }

  static int clean_consumer (long time)
  {
    try (KafkaConsumer c = new KafkaConsumer ())
      {
	return c.poll (time);
      }
  }

  // ---- JGit.

  static String leak_git (File folder) throws IOException
  {
    Git git = Git.open (folder); // { dg-warning "'git' is never closed" }
    return git.getRepository ().resolve ("HEAD");
  }

  static String clean_git (File folder) throws IOException
  {
    try (Git git = Git.open (folder))
      {
	return git.getRepository ().resolve ("HEAD");
      }
  }

  static String leak_walk (Repository repository) throws IOException
  {
    RevWalk walk = new RevWalk (repository); // { dg-warning "'walk' might not be closed" }
    String s = walk.next ();
    walk.close ();
    return s;
  }

  static String clean_walk (Repository repository) throws IOException
  {
    try (RevWalk walk = new RevWalk (repository))
      {
	return walk.next ();
      }
  }

  // ---- AWS.

  static int leak_object (AmazonS3 s3) throws IOException
  {
    S3Object o = s3.getObject ("a", "b"); // { dg-warning "'o' is never closed" }
    return o.getObjectContent ().read ();
  }

  static int clean_content (AmazonS3 s3) throws IOException
  {
    try (InputStream in = s3.getObject ("a", "b").getObjectContent ())
      {
	return in.read ();
      }
  }

  static int leak_object_2 (S3Client s3, GetObjectRequest request) throws IOException
  {
    ResponseInputStream in = s3.getObject (request); // { dg-warning "'in' might not be closed" }
    int c = in.read ();
    if (c < 0)
      return -1;
    in.close ();
    return c;
  }

  static int clean_object_2 (S3Client s3, GetObjectRequest request) throws IOException
  {
    try (InputStream in = s3.getObject (request))
      {
	return in.read ();
      }
  }

  static void clean_aborted_2 (S3Client s3, GetObjectRequest request)
  {
    ResponseInputStream in = s3.getObject (request);
    in.abort ();
  }

  // ---- Kotlin.

  static String leak_text (String name) throws IOException
  {
    FileReader r = new FileReader (name); // { dg-warning "'r' is never closed" }
    return TextStreamsKt.readText (r);
  }

  static List<String> clean_lines (String name) throws IOException
  {
    return TextStreamsKt.readLines (new FileReader (name));
  }

  // What "use" becomes.
  static String clean_used (String name) throws IOException
  {
    FileReader r = new FileReader (name);
    try
      {
	String s = TextStreamsKt.readText (r);
	CloseableKt.closeFinally (r, null);
	return s;
      }
    catch (Throwable t)
      {
	CloseableKt.closeFinally (r, t);
	throw t;
      }
  }

  static int leak_sequence (String name) throws IOException
  {
    BufferedReader r = new BufferedReader (new FileReader (name)); // { dg-warning "never closed" }
    int n = 0;
    for (String s : TextStreamsKt.lineSequence (r))
      n += s.length ();
    return n;
  }

  // ---- Scala.

  static String leak_source (String name)
  {
    return scala.io.Source.fromFile (name).mkString (); // { dg-warning "never closed" }
  }

  static String clean_source (String name)
  {
    scala.io.Source source = scala.io.Source.fromFile (name);
    try
      {
	return source.mkString ();
      }
    finally
      {
	source.close ();
      }
  }

  static String clean_source_of_text (String text)
  {
    return scala.io.Source.fromString (text).mkString ();
  }

  static String clean_source_of_stream (String name) throws IOException
  {
    try (scala.io.Source source = scala.io.Source.fromInputStream (new FileInputStream (name)))
      {
	return source.mkString ();
      }
  }

  static String leak_source_of_stream (String name) throws IOException
  {
    InputStream in = new FileInputStream (name); // { dg-warning "'in' is never closed" }
    return scala.io.Source.fromInputStream (in).mkString ();
  }
}
