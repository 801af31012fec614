/* The public and protected members of the JDK that runs this, or of the jars named, one a line:

     C <class> <ac or -> <supertypes>
     M <class> <method or new> <parameters> <result> <modifiers>

   "ac": it can be closed.  Names are binary names, as in specifications; spec_cover.py reads them.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

import java.lang.reflect.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import java.util.zip.*;

class SpecMembers
{
  static String name (Class<?> type)
  {
    return type.isArray () ? name (type.getComponentType ()) + "[]" : type.getName ();
  }

  static String names (Class<?>[] types)
  {
    return Arrays.stream (types).map (SpecMembers::name).collect (Collectors.joining (","));
  }

  static void member (Class<?> type, String name, Executable member, Class<?> result)
  {
    int modifiers = member.getModifiers ();
    if ((modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0 && !member.isSynthetic ())
      System.out.println (String.join ("\t", "M", type.getName (), name,
                                       names (member.getParameterTypes ()), name (result),
                                       Modifier.toString (modifiers & ~Modifier.TRANSIENT)));
  }

  static void type (Class<?> type)
  {
    if ((type.getModifiers () & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0)
      return;
    List<Class<?>> supers = new ArrayList<> ();
    if (type.getSuperclass () != null)
      supers.add (type.getSuperclass ());
    supers.addAll (Arrays.asList (type.getInterfaces ()));
    boolean closeable = AutoCloseable.class.isAssignableFrom (type);
    System.out.println (String.join ("\t", "C", type.getName (), closeable ? "ac" : "-",
                                     names (supers.toArray (new Class<?>[0]))));
    for (Constructor<?> c : type.getDeclaredConstructors ())
      member (type, "new", c, type);
    for (Method m : type.getDeclaredMethods ())
      member (type, m.getName (), m, m.getReturnType ());
  }

  static void load (String file, ClassLoader loader, boolean exported)
  {
    try
      {
        String name = file.substring (0, file.length () - ".class".length ()).replace ('/', '.');
        Class<?> type = Class.forName (name, false, loader);
        if (!exported || type.getModule ().isExported (type.getPackageName ()))
          type (type);
      }
    catch (Throwable e)
      {
        System.err.println (file + ": " + e);
      }
  }

  public static void main (String[] jars) throws Exception
  {
    List<URL> urls = new ArrayList<> ();
    for (String jar : jars)
      urls.add (Path.of (jar).toUri ().toURL ());
    try (URLClassLoader loader = new URLClassLoader (urls.toArray (new URL[0])))
      {
        for (String jar : jars)
          try (ZipFile zip = new ZipFile (jar))
            {
              zip.stream ().map (ZipEntry::getName)
                 .filter (n -> n.endsWith (".class") && !n.contains ("META-INF")
                               && !n.contains ("-info"))
                 .forEach (n -> load (n, loader, false));
            }
      }
    if (jars.length > 0)
      return;
    FileSystem fs = FileSystems.getFileSystem (URI.create ("jrt:/"));
    try (Stream<Path> files = Files.walk (fs.getPath ("/modules")))
      {
        files.map (Path::toString)
             .filter (n -> n.endsWith (".class") && !n.contains ("-info"))
             .map (n -> n.split ("/", 4)[3])
             .filter (n -> n.startsWith ("java/") || n.startsWith ("javax/")
                           || n.startsWith ("org/w3c/dom/") || n.startsWith ("org/xml/sax/")
                           || n.startsWith ("com/sun/net/httpserver/")
                           || n.startsWith ("com/sun/nio/sctp/"))
             .forEach (n -> load (n, ClassLoader.getSystemClassLoader (), true));
      }
  }
}
