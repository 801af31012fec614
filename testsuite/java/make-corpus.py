#! /usr/bin/env python3
"""Makes the corpus of class files, jars and JDK modules, good and broken.

usage: make-corpus.py FOLDER

Files go to FOLDER, with a line each in FOLDER/index: the name, what must
become of it (ok, note: read with an attribute left out, bad: refused) and a part
of the message.  They are kept in the tree, so only who changes them needs
Python.  Files named fuzz-* come from bench/fuzz.sh and are not touched.

Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later
"""

import io
import os
import struct
import sys
import zipfile
import zlib

folder = sys.argv[1]
index = []


def put (name, data, verdict, text=''):
    with open (os.path.join (folder, name), 'wb') as file:
        file.write (data)
    index.append ('%s\t%s\t%s\n' % (name, verdict, text))


def u1 (n):
    return struct.pack ('>B', n)


def u2 (n):
    return struct.pack ('>H', n)


def u4 (n):
    return struct.pack ('>I', n)


# ---- Class files.

class Class:
    """A class file; what is not given is right."""

    def __init__ (self, name='p/C', super_name='java/lang/Object', major=52,
                  minor=0, access=0x21, interfaces=()):
        self.constants = []
        self.slots = 1
        self.known = {}
        self.major, self.minor, self.access = major, minor, access
        self.this = self.klass (name)
        self.super = self.klass (super_name) if super_name else 0
        self.interfaces = [self.klass (i) for i in interfaces]
        self.fields, self.methods, self.attributes = [], [], []
        self.magic = 0xcafebabe
        self.count = None
        self.tail = b''

    def constant (self, data, slots=1):
        if data in self.known:
            return self.known[data]
        self.constants.append (data)
        self.known[data] = self.slots
        self.slots += slots
        return self.slots - slots

    def utf8 (self, text):
        data = text if isinstance (text, bytes) else text.encode ()
        return self.constant (u1 (1) + u2 (len (data)) + data)

    def klass (self, name):
        return self.constant (u1 (7) + u2 (self.utf8 (name)))

    def string (self, text):
        return self.constant (u1 (8) + u2 (self.utf8 (text)))

    def integer (self, n):
        return self.constant (u1 (3) + u4 (n))

    def long (self, n):
        return self.constant (u1 (5) + struct.pack ('>q', n), 2)

    def nat (self, name, descriptor):
        return self.constant (u1 (12) + u2 (self.utf8 (name))
                              + u2 (self.utf8 (descriptor)))

    def ref (self, tag, klass, name, descriptor):
        return self.constant (u1 (tag) + u2 (self.klass (klass))
                              + u2 (self.nat (name, descriptor)))

    def handle (self, kind, ref):
        return self.constant (u1 (15) + u1 (kind) + u2 (ref))

    def dynamic (self, row, name='x', descriptor='I', tag=17):
        return self.constant (u1 (tag) + u2 (row)
                              + u2 (self.nat (name, descriptor)))

    def attribute (self, name, data, length=None):
        return (u2 (self.utf8 (name))
                + u4 (len (data) if length is None else length) + data)

    def code (self, code=b'\xb1', handlers=b'', attributes=(), stack=1,
              slots=1, length=None):
        if self.major == 45 and self.minor <= 2:
            head = u1 (stack) + u1 (slots) + u2 (len (code))
        else:
            head = (u2 (stack) + u2 (slots)
                    + u4 (len (code) if length is None else length))
        return self.attribute ('Code', head + code
                               + u2 (len (handlers) // 8) + handlers
                               + u2 (len (attributes)) + b''.join (attributes))

    def member (self, name, descriptor, access=1, attributes=()):
        return (u2 (access) + u2 (self.utf8 (name))
                + u2 (self.utf8 (descriptor)) + u2 (len (attributes))
                + b''.join (attributes))

    def field (self, *arguments, **more):
        self.fields.append (self.member (*arguments, **more))

    def method (self, *arguments, **more):
        self.methods.append (self.member (*arguments, **more))

    def bytes (self):
        def table (rows):
            return u2 (len (rows)) + b''.join (rows)
        body = (u2 (self.access) + u2 (self.this) + u2 (self.super)
                + table ([u2 (i) for i in self.interfaces])
                + table (self.fields) + table (self.methods)
                + table (self.attributes))
        count = self.slots if self.count is None else self.count
        return (u4 (self.magic) + u2 (self.minor) + u2 (self.major)
                + u2 (count) + b''.join (self.constants) + body + self.tail)


def simple (name='p/C', **more):
    """A class with a constructor and a method."""
    c = Class (name, **more)
    init = c.ref (10, c_super (c, more), '<init>', '()V')
    c.method ('<init>', '()V',
              attributes=[c.code (b'\x2a\xb7' + u2 (init) + b'\xb1')])
    c.method ('run', '()V', attributes=[c.code ()])
    return c


def c_super (c, more):
    return more.get ('super_name', 'java/lang/Object')


def annotated (attribute, data_of, on='class', **more):
    c = simple (**more)
    data = data_of (c)
    if on == 'class':
        c.attributes.append (c.attribute (attribute, data))
    elif on == 'method':
        c.method ('m', '(IJ)V', access=0x401,
                  attributes=[c.attribute (attribute, data)])
    elif on == 'code':
        c.method ('m', '(IJ)V', attributes=[
            c.code (b'\0\0\0\xb1', slots=5,
                    attributes=[c.attribute (attribute, data)])])
    return c.bytes ()


def nested (depth):
    def data (c):
        value = u1 (ord ('I')) + u2 (c.integer (7))
        for _ in range (depth):
            value = b'[' + u2 (1) + value
        return (u2 (1) + u2 (c.utf8 ('Lp/A;')) + u2 (1)
                + u2 (c.utf8 ('value')) + value)
    return data


def classes ():
    good = simple ().bytes ()
    put ('minimal.class', good, 'ok')
    put ('empty.class', b'', 'bad', '4 bytes are wanted')
    put ('header.class', good[:8], 'bad', 'cut off')
    put ('cut.class', good[:-3], 'bad', 'cut off')
    put ('tail.class', good + b'x', 'bad', '1 bytes are left behind')
    put ('text.class', b'#! /bin/sh\n', 'bad', 'not a class file')
    put ('old.class', simple (major=44).bytes (), 'bad', 'none before 45')
    put ('new.class', simple (major=70).bytes (), 'bad',
         'compile with --release 25')
    put ('java25.class', simple (major=69, minor=65535).bytes (), 'ok')
    put ('jdk102.class', simple (major=45, minor=3).bytes (), 'ok')
    put ('beta.class', simple (major=45, minor=0).bytes (), 'ok')
    put ('module-info.class',
         Class ('module-info', None, 53, access=0x8000).bytes (), 'ok')

    # The constant pool.
    c = simple ()
    c.count = 0
    put ('pool-none.class', c.bytes (), 'bad', 'no size')
    c.count = 65535
    put ('pool-absurd.class', c.bytes (), 'bad', '65534 constants do not fit')
    c = simple ()
    c.long (-1)
    c.count = c.slots - 1
    put ('pool-long-end.class', c.bytes (), 'bad', 'no second slot')
    for name, data, text in [
            ('tag', u1 (2) + b'\0\0', 'unknown tag 2'),
            ('nul', u1 (1) + u2 (3) + b'a\0b', 'not modified UTF-8'),
            ('utf8', u1 (1) + u2 (4) + '\U0001f600'.encode (),
             'not modified UTF-8'),
            ('half', u1 (1) + u2 (2) + b'a\xe4', 'not modified UTF-8'),
            ('long-text', u1 (1) + u2 (65535) + b'a', 'cut off'),
            ('class', u1 (7) + u2 (999), 'wrong constants'),
            ('class-name', u1 (7) + u2 (1), None),
            ('ref', u1 (10) + u2 (2) + u2 (2), 'wrong constants'),
            ('handle-kind', u1 (15) + u1 (10) + u2 (6), 'wrong constants'),
            ('module', u1 (19) + u2 (1), 'unknown tag 19')]:
        c = simple ()
        if name == 'class-name':
            data = u1 (7) + u2 (c.utf8 ('p//C'))
            text = 'wrong constants'
        c.constant (data)
        put ('pool-%s.class' % name, c.bytes (), 'bad', text)
    c = simple (major=50)
    c.dynamic (0)
    put ('pool-too-early.class', c.bytes (), 'bad', 'unknown tag 17')
    c = simple ()
    for data in [b'\xc0\x80', b'\xed\xa0\xbd\xed\xb8\x80', b'\xed\xa0\xbd',
                 '\u00e4\u20ac'.encode ()]:
        c.field (b'f' + data, 'I')
        c.string (data)
    put ('texts.class', c.bytes (), 'ok')
    c = simple ()
    c.ref (10, '[[I', 'clone', '()Ljava/lang/Object;')
    c.ref (9, 'p/D', 'f', '[[Lp/D;')
    c.ref (11, 'p/I', 'm', '(JD[[[ILp/D;)[S')
    put ('refs.class', c.bytes (), 'ok')
    for number, (tag, name, descriptor) in enumerate ([
            (9, 'f', '()V'), (9, 'f', 'V'), (9, 'a.b', 'I'), (10, 'm', 'I'),
            (10, '<init>', '()I'), (10, '<clinit>', '()V'), (10, 'm', '(V)V'),
            (10, 'm', '(L;)V'), (10, 'm', '(' + 'J' * 128 + ')V'),
            (10, 'm', '([)V'), (10, 'm', '(I'), (10, 'm', '()VI'),
            (9, 'f', '[' * 256 + 'I')]):
        c = simple ()
        c.ref (tag, 'p/D', name, descriptor)
        put ('ref-%d.class' % number, c.bytes (), 'bad', 'wrong constants')
    c = simple ()
    c.ref (10, 'p/D', 'm', '(' + 'J' * 127 + 'I)V')
    c.ref (9, 'p/D', 'f', '[' * 255 + 'I')
    put ('ref-longest.class', c.bytes (), 'ok')

    # Names and members.
    put ('this-array.class', Class ('[I').bytes (), 'bad', 'is an array')
    put ('no-super.class', Class ('p/C', None).bytes (), 'bad',
         'no superclass')
    put ('object.class', Class ('java/lang/Object', None).bytes (), 'ok')
    put ('dots.class', Class ('p/../../C').bytes (), 'bad', 'wrong constants')
    c = Class ()
    c.this = 1
    put ('this-text.class', c.bytes (), 'bad', 'is no class')
    for name, member, text in [
            ('field-type', ('f', 'V'), "type of a field: 'V' is none"),
            ('field-name', ('f;', 'I'), "name of a field: 'f;' is none")]:
        c = Class ()
        c.field (*member)
        put (name + '.class', c.bytes (), 'bad', text)
    for name, member, text in [
            ('method-type', ('m', '()'), "type of a method: '()' is none"),
            ('method-name', ('<m>', '()V'), "name of a method: '<m>' is none"),
            ('init-result', ('<init>', '()I'), 'gives something back')]:
        c = Class ()
        c.method (*member)
        put (name + '.class', c.bytes (), 'bad', text)
    c = simple ()
    c.method ('run', '()V', access=0x401)
    put ('method-twice.class', c.bytes (), 'bad', "'run' is defined twice")
    c = Class ()
    for i in range (40):
        c.method ('m%d' % (i * 7 % 40), '()V', access=0x401)
        c.method ('m%d' % (i * 7 % 40), '(I)V', access=0x401)
        c.field ('f', 'I' if i == 0 else 'Lp/C%d;' % i)
    put ('overloaded.class', c.bytes (), 'ok')
    for name, constant, descriptor, verdict in [
            ('int', lambda c: c.integer (1), 'Z', 'ok'),
            ('text', lambda c: c.string ('x'), 'Ljava/lang/String;', 'ok'),
            ('other', lambda c: c.string ('x'), 'Ljava/lang/Object;', 'bad'),
            ('long', lambda c: c.long (1), 'I', 'bad'),
            ('none', lambda c: 0, 'I', 'bad')]:
        c = Class ()
        c.field ('f', descriptor, access=9, attributes=[
            c.attribute ('ConstantValue', u2 (constant (c)))])
        put ('value-%s.class' % name, c.bytes (), verdict,
             'no value of the field' if verdict == 'bad' else '')

    # Code.
    def with_code (name, verdict, text, access=1, times=1, **more):
        c = simple ()
        catch = c.klass ('java/lang/Throwable')
        if 'handlers' in more:
            more['handlers'] = more['handlers'] (catch)
        c.method ('m', '()V', access=access,
                  attributes=[c.code (**more) for _ in range (times)])
        put ('code-%s.class' % name, c.bytes (), verdict, text)
    with_code ('empty', 'bad', "in 'm': 0 bytes of code", code=b'')
    with_code ('long', 'bad', '65536 bytes of code', length=65536)
    with_code ('absurd', 'bad', '4294967295 bytes of code',
               length=0xffffffff)
    with_code ('longest', 'ok', '', code=b'\0' * 65534 + b'\xb1')
    with_code ('abstract', 'bad', 'abstract or native', access=0x401)
    with_code ('native', 'bad', 'abstract or native', access=0x101)
    with_code ('twice', 'bad', 'a second attribute Code', times=2)
    row = struct.Struct ('>HHHH').pack
    with_code ('handler', 'ok', '', code=b'\0\0\xb1',
               handlers=lambda t: row (0, 3, 2, t) + row (1, 2, 1, 0))
    for number, bad in enumerate ([(1, 1, 0), (2, 1, 0), (0, 4, 0),
                                   (0, 1, 3)]):
        with_code ('handler-%d' % number, 'bad', 'leads out of',
                   code=b'\0\0\xb1', handlers=lambda t: row (*bad, t))
    with_code ('handler-type', 'bad', 'is no class', code=b'\0\xb1',
               handlers=lambda t: row (0, 1, 1, 1))

    # Attributes that may be left out.
    line = struct.Struct ('>HH').pack
    c = simple ()
    c.method ('m', '()V', attributes=[c.code (b'\0' * 9 + b'\xb1', attributes=[
        c.attribute ('LineNumberTable', u2 (2) + line (5, 12) + line (0, 10)),
        c.attribute ('LineNumberTable', u2 (2) + line (2, 11) + line (5, 13)),
        c.attribute ('LineNumberTable', u2 (0))])])
    put ('lines.class', c.bytes (), 'ok')
    local = struct.Struct ('>HHHHH').pack
    for name, attribute, data, verdict, text in [
            ('line', 'LineNumberTable', lambda c: u2 (1) + line (4, 1), 'note',
             'begins behind the code'),
            ('lines-absurd', 'LineNumberTable', lambda c: u2 (65535), 'note',
             '65535 lines do not fit'),
            ('local', 'LocalVariableTable', lambda c: u2 (1) + local (
                0, 4, c.utf8 ('x'), c.utf8 ('I'), 4), 'ok', ''),
            ('local-slot', 'LocalVariableTable', lambda c: u2 (1) + local (
                0, 4, c.utf8 ('x'), c.utf8 ('I'), 5), 'note',
             "'x' is outside"),
            ('local-range', 'LocalVariableTable', lambda c: u2 (1) + local (
                1, 4, c.utf8 ('x'), c.utf8 ('I'), 4), 'note',
             "'x' is outside"),
            ('local-type', 'LocalVariableTable', lambda c: u2 (1) + local (
                0, 1, c.utf8 ('x'), c.utf8 ('TT;'), 0), 'note',
             "'TT;' is none"),
            ('local-generic', 'LocalVariableTypeTable',
             lambda c: u2 (1) + local (0, 1, c.utf8 ('x'), c.utf8 ('TT;'), 0),
             'ok', ''),
            ('code-types', 'RuntimeVisibleTypeAnnotations',
             lambda c: u2 (3)
             + b'\x40' + u2 (1) + u2 (0) + u2 (4) + u2 (3)
             + b'\1\0\0' + u2 (c.utf8 ('Lp/A;')) + u2 (0)
             + b'\x47' + u2 (1) + b'\2\0' + u2 (c.utf8 ('Lp/A;')) + u2 (0)
             + b'\x42' + u2 (0) + b'\0' + u2 (c.utf8 ('Lp/A;')) + u2 (0),
             'ok', ''),
            ('code-target', 'RuntimeInvisibleTypeAnnotations',
             lambda c: u2 (1) + b'\x99\0' + u2 (1) + u2 (0), 'note',
             'unknown target 153')]:
        put (name + '.class', annotated (attribute, data, 'code'), verdict,
             text)

    visible = 'RuntimeVisibleAnnotations'
    for name, attribute, data, verdict, text in [
            ('all', visible, lambda c: u2 (1) + u2 (c.utf8 ('Lp/A;')) + u2 (5)
             + u2 (c.utf8 ('a')) + b's' + u2 (c.utf8 ('text'))
             + u2 (c.utf8 ('b')) + b'e' + u2 (c.utf8 ('Lp/E;'))
             + u2 (c.utf8 ('ONE'))
             + u2 (c.utf8 ('c')) + b'c' + u2 (c.utf8 ('V'))
             + u2 (c.utf8 ('d')) + b'@' + u2 (c.utf8 ('Lp/B;')) + u2 (0)
             + u2 (c.utf8 ('e')) + b'[' + u2 (2) + b'J' + u2 (c.long (1 << 40))
             + b'Z' + u2 (c.integer (1)), 'ok', ''),
            ('absurd', visible, lambda c: u2 (65535) + b'\0\1\0\0', 'note',
             '65535 annotations do not fit'),
            ('tag', visible, lambda c: u2 (1) + u2 (c.utf8 ('Lp/A;'))
             + u2 (1) + u2 (c.utf8 ('a')) + b'?\0\0', 'note',
             'unknown tag 63'),
            ('value', visible, lambda c: u2 (1) + u2 (c.utf8 ('Lp/A;'))
             + u2 (1) + u2 (c.utf8 ('a')) + b'J' + u2 (c.integer (1)), 'note',
             "no value of type 'J'"),
            ('too-long', visible, lambda c: u2 (0) + b'\0', 'note',
             '1 bytes too many'),
            ('deep', visible, nested (31), 'ok', ''),
            ('too-deep', visible, nested (40), 'note', 'deeper than 32'),
            ('signature', 'Signature', lambda c: u2 (c.this), 'note',
             'is no text'),
            ('inner', 'InnerClasses', lambda c: u2 (1) + u2 (c.this) * 4,
             'note', 'is no text'),
            ('outer', 'EnclosingMethod', lambda c: u2 (c.this) + u2 (1),
             'note', 'no name and type'),
            ('record', 'Record', lambda c: u2 (1) + u2 (c.utf8 ('x'))
             + u2 (c.utf8 ('I')) + u2 (1)
             + c.attribute ('Signature', u2 (c.utf8 ('TT;'))), 'ok', ''),
            ('record-type', 'Record', lambda c: u2 (1) + u2 (c.utf8 ('x'))
             + u2 (c.utf8 ('V')) + u2 (0), 'note', "'V' is none"),
            ('unknown', 'Made.Up', lambda c: b'\xff' * 9, 'ok', ''),
            ('nest', 'NestMembers', lambda c: u2 (2) + u2 (c.klass ('p/C$D'))
             + u2 (c.klass ('p/C$E')), 'ok', ''),
            ('permitted', 'PermittedSubclasses', lambda c: u2 (9), 'note',
             'do not fit')]:
        put ('class-%s.class' % name, annotated (attribute, data), verdict,
             text)
    for name, attribute, data, verdict, text in [
            ('parameters', 'RuntimeInvisibleParameterAnnotations',
             lambda c: b'\2' + u2 (1) + u2 (c.utf8 ('Lp/A;')) + u2 (0)
             + u2 (0), 'ok', ''),
            ('parameters-cut', 'RuntimeVisibleParameterAnnotations',
             lambda c: b'\xff' + u2 (0), 'note', '255 parameters do not fit'),
            ('names', 'MethodParameters', lambda c: b'\2' + u2 (0) + u2 (16)
             + u2 (c.utf8 ('b')) + u2 (0), 'ok', ''),
            ('throws', 'Exceptions', lambda c: u2 (1)
             + u2 (c.klass ('p/X')), 'ok', ''),
            ('throws-text', 'Exceptions', lambda c: u2 (1) + u2 (1), 'bad',
             'is no class'),
            ('default', 'AnnotationDefault', lambda c: b'I'
             + u2 (c.integer (3)), 'ok', ''),
            ('types', 'RuntimeVisibleTypeAnnotations', lambda c: u2 (3)
             + b'\x14\0' + u2 (c.utf8 ('Lp/A;')) + u2 (0)
             + b'\x16\1\1\0\0' + u2 (c.utf8 ('Lp/A;')) + u2 (0)
             + b'\x12\0\1\0' + u2 (c.utf8 ('Lp/A;')) + u2 (0), 'ok', '')]:
        put ('method-%s.class' % name, annotated (attribute, data, 'method'),
             verdict, text)
    c = simple ()
    for _ in range (2):
        c.attributes.append (c.attribute (visible, u2 (1)
                                          + u2 (c.utf8 ('Lp/A;')) + u2 (0)))
    put ('class-twice.class', c.bytes (), 'note', 'a second attribute')
    c = simple ()
    c.attributes.append (c.attribute ('SourceFile', u2 (c.utf8 ('C.java')),
                                      0xfffffff0))
    put ('attribute-long.class', c.bytes (), 'bad', '4294967280 bytes where')

    # Lists in lists that each claim all that is left.
    def bomb (c):
        start = (u2 (1) + u2 (c.utf8 ('Lp/A;')) + u2 (1)
                 + u2 (c.utf8 ('a')))
        return start + b'[\x0f\xff' * 31 + b'\0' * 12300
    c = simple ()
    c.attributes.append (c.attribute (visible, bomb (c)))
    put ('bomb.class', c.bytes (), 'note', 'times its length')

    # BootstrapMethods.
    def boot (rows, more=0, tag=17, descriptor='I'):
        c = simple (major=61)
        handle = c.handle (6, c.ref (10, 'p/B', 'boot', '()I'))
        wanted = [c.dynamic (i, tag=tag, descriptor=descriptor)
                  for i in range (len (rows) + more)]
        data = u2 (len (rows))
        for row in rows:
            data += u2 (handle) + u2 (len (row))
            data += b''.join (u2 (wanted[i] if i >= 0 else -i) for i in row)
        c.attributes.append (c.attribute ('BootstrapMethods', data))
        return c.bytes ()
    put ('boot.class', boot ([[], [0, 0], [1, 0]]), 'ok')
    put ('boot-cycle.class', boot ([[], [0, 2], [1]]), 'bad',
         'contains itself')
    put ('boot-self.class', boot ([[0]]), 'bad', 'contains itself')
    put ('boot-row.class', boot ([[]], 1), 'bad', 'wants row 1')
    put ('boot-argument.class', boot ([[-1]]), 'bad', 'row 0')
    put ('boot-call.class', boot ([[]], tag=18, descriptor='()Lp/I;'), 'ok')


# ---- Jars.

def jar (entries, stored=False, **more):
    out = io.BytesIO ()
    method = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile (out, 'w', method) as file:
        for name, data in entries:
            info = zipfile.ZipInfo (name, (2020, 1, 1, 0, 0, 0))
            info.compress_type = method
            file.writestr (info, data)
    return out.getvalue ()


def manifest (multi):
    text = 'Manifest-Version: 1.0\r\n'
    if multi:
        text += 'Multi-Release: true\r\n'
    return ('META-INF/MANIFEST.MF', text.encode () + b'\r\n')


def sized (c, size):
    """A class told apart from others of its name by a field."""
    c.field ('release%d' % size, 'I')
    return c.bytes ()


def jars ():
    a = simple ('p/A').bytes ()
    b = simple ('p/B', super_name='p/A').bytes ()
    whole = jar ([manifest (False), ('p/A.class', a), ('p/B.class', b),
                  ('p/readme.txt', b'x'), ('module-info.class', b'')])
    put ('plain.jar', whole, 'ok', '2')
    put ('stored.jar', jar ([('p/A.class', a)], True), 'ok', '1')
    put ('script.jar', b'#! /bin/sh\nexec java -jar "$0"\n' + whole, 'ok', '2')
    put ('jmod.jmod', b'JM\1\0' + jar ([('classes/p/A.class', a),
                                        ('classes/module-info.class', b''),
                                        ('lib/x.so', b'')]), 'ok', '1')
    versions = [('p/A.class', sized (simple ('p/A'), 8))]
    for n in (9, 11, 17, 21, 100):
        versions.append (('META-INF/versions/%d/p/A.class' % n,
                          sized (simple ('p/A'), n)))
    versions += [('META-INF/versions/11/p/Only11.class',
                  simple ('p/Only11').bytes ()),
                 ('META-INF/versions/8/p/Never.class', a),
                 ('META-INF/versions/x/p/Never.class', a),
                 ('META-INF/versions/99999999999999999999/p/Never.class', a),
                 ('META-INF/versions/11/META-INF/p/Never.class', a)]
    put ('multi.jar', jar ([manifest (True)] + versions), 'ok', '2')
    put ('not-multi.jar', jar ([manifest (False)] + versions), 'ok', '1')
    put ('web.jar', jar ([('WEB-INF/classes/p/A.class', a),
                          ('BOOT-INF/classes/p/B.class', b),
                          ('WEB-INF/lib/x.jar', whole)]), 'ok', '2')
    # Jars inside jars.
    lib = jar ([('l/Lib.class', simple ('l/Lib').bytes ())], True)
    boot = jar ([('BOOT-INF/classes/p/A.class', a), ('BOOT-INF/lib/l.jar', lib)],
                True)
    war = jar ([('WEB-INF/classes/p/A.class', a), ('WEB-INF/lib/l.jar', lib)])
    put ('fat-boot.jar', boot, 'ok', '1')
    put ('fat-war.jar', war, 'ok', '1')
    put ('fat-ear.jar', jar ([('app.war', war), ('lib/l.jar', lib)]), 'ok', '0')
    put ('fat-dist.jar', jar ([('bin/a.jar', whole), ('lib/l.jar', lib)]), 'ok', '0')
    put ('fat-lib.jar', jar ([('lib/l.jar', lib)]), 'ok', '0')
    put ('fat-bad.jar', jar ([('p/A.class', a), ('lib/bad.jar', b'PK\3\4 no jar'),
                              ('lib/cut.jar', lib[:-30]), ('lib/l.jar', lib)]),
         'ok', '1')
    put ('fat-self.jar', jar ([('p/A.class', a), ('lib/l.jar', boot)]), 'ok', '1')
    deep = war
    for i in range (6):
        deep = jar ([('inner.war', deep)])
    put ('fat-deep.jar', deep, 'ok', '0')
    where = boot.rindex (b'BOOT-INF/lib/l.jar') - 46
    put ('fat-bomb.jar', boot[:where + 24] + struct.pack ('<I', 0xf0000000)
         + boot[where + 28:], 'ok', '1')
    put ('fat-lie.jar', boot[:where + 24] + struct.pack ('<I', len (lib) + 5)
         + boot[where + 28:], 'ok', '1')
    # What the JDK and l.jar have, too.
    shadow = simple ('l/Lib')
    shadow.field ('shadow', 'I')
    put ('shadow.jar', jar ([
        ('java/lang/Object.class', Class ('java/lang/Object', 'l/Lib').bytes ()),
        ('l/Lib.class', shadow.bytes ())]), 'ok', '2')
    put ('broken-inside.jar', jar ([('p/A.class', a), ('p/X.class', b'\xca'),
                                    ('p/B.class', b)]), 'ok', '3')
    put ('names.jar', jar ([('../p/A.class', a), ('/p/A.class', a),
                            ('p//A.class', a), ('.class', a),
                            ('p/.class', a), ('C.class',
                                              simple ('C').bytes ())]),
         'ok', '1')
    put ('no-classes.jar', jar ([('x', b'y')]), 'bad',
         'no class to check: it contains 1 file;')
    put ('cut.jar', whole[:-30], 'bad', 'not a jar')
    put ('not-a.jar', b'PK\3\4' + b'\0' * 100, 'bad', 'not a jar')
    put ('empty.jar', b'', 'bad', 'not a jar')
    # What the directory says and what is there.
    start = whole.index (b'PK\1\2')
    def patch (at, data):
        where = whole.index (b'p/A.class', start) - 46 + at
        return whole[:where] + data + whole[where + len (data):]
    little = struct.pack
    put ('too-short.jar', patch (24, little ('<I', len (a) + 1)), 'ok', '2')
    put ('too-long.jar', patch (24, little ('<I', len (a) - 1)), 'ok', '2')
    put ('check-sum.jar', patch (16, b'\1\2\3\4'), 'ok', '2')
    put ('method.jar', patch (10, little ('<H', 77)), 'ok', '2')
    put ('encrypted.jar', patch (8, little ('<H', 1)), 'ok', '2')
    put ('class-bomb.jar', patch (24, little ('<I', 0x10000001)), 'ok', '2')
    put ('jar-bomb.jar', patch (24, little ('<I', 0xf0000000)), 'bad',
         'expand to more')
    # A loop of superclasses, an interface as its own superinterface.
    put ('cycle.jar', jar ([
        ('c/A.class', simple ('c/A', super_name='c/B').bytes ()),
        ('c/B.class', simple ('c/B', super_name='c/C').bytes ()),
        ('c/C.class', simple ('c/C', super_name='c/A').bytes ()),
        ('c/I.class', Class ('c/I', access=0x601,
                             interfaces=['c/I']).bytes ()),
        ('c/Self.class', simple ('c/Self', super_name='c/Self').bytes ())]),
         'ok', '5')
    put ('misplaced.jar', jar ([('q/A.class', a), ('lib/p/B.class', b),
                                ('p/A.class', a)]), 'ok', '3')


# ---- The modules of a JDK.

def fnv (text, seed):
    for c in text.encode ():
        seed = (seed * 0x01000193 & 0xffffffff) ^ c
    return seed & 0x7fffffff


def jimage (resources, order='<', compress=None, slots=None):
    """RESOURCES: (module, parent, base, extension, data)."""
    strings, at = b'\0', {'': 0}
    def string (text):
        nonlocal strings
        if text not in at:
            at[text] = len (strings)
            strings += text.encode () + b'\0'
        return at[text]
    def full (r):
        return (('/%s/' % r[0] if r[0] else '')
                + (r[1] + '/' if r[1] else '') + r[2]
                + ('.' + r[3] if r[3] else ''))
    packages = {}
    for r in resources:
        packages.setdefault (r[1].replace ('/', '.'), r[0])
    resources = list (resources)
    for package, module in packages.items ():
        resources.append (('packages', '', package, '',
                           struct.pack (order + 'II', 1, string ('none'))
                           + struct.pack (order + 'II', 0, string (module))))
    n = slots or len (resources)
    locations, body, where = b'\0', b'', []
    for r in resources:
        data = r[4]
        size, stored = len (data), 0
        if compress and r[3] == 'class':
            packed = zlib.compress (data)
            data = (struct.pack (order + 'IQQIIB', 0xcafefafa, len (packed),
                                 size, string (compress), 0, 1) + packed)
            stored = len (data)
        where.append (len (locations))
        for kind, value in [(1, string (r[0])), (2, string (r[1])),
                            (3, string (r[2])), (4, string (r[3])),
                            (5, len (body)), (6, stored), (7, size)]:
            if value:
                length = (value.bit_length () + 7) // 8
                locations += u1 (kind << 3 | length - 1)
                locations += value.to_bytes (length, 'big')
        locations += b'\0'
        body += data
    # The perfect hash: buckets, the fullest first; a seed for each.
    redirects, offsets = [0] * n, [None] * n
    buckets = {}
    for i, r in enumerate (resources):
        buckets.setdefault (fnv (full (r), 0x01000193) % n, []).append (i)
    for bucket, members in sorted (buckets.items (),
                                   key=lambda b: (-len (b[1]), b[0])):
        if len (members) == 1:
            free = offsets.index (None)
            offsets[free] = where[members[0]]
            redirects[bucket] = -1 - free
            continue
        seed = 1
        while True:
            places = [fnv (full (resources[i]), seed) % n for i in members]
            if (len (set (places)) == len (places)
                    and all (offsets[p] is None for p in places)):
                break
            seed += 1
        redirects[bucket] = seed
        for place, i in zip (places, members):
            offsets[place] = where[i]
    offsets = [o or 0 for o in offsets]
    return (struct.pack (order + '7I', 0xcafedada, 1 << 16, 0, len (resources),
                         n, len (locations), len (strings))
            + struct.pack (order + '%di' % n, *redirects)
            + struct.pack (order + '%dI' % n, *offsets)
            + locations + strings + body)


def modules ():
    list_of = [
        ('java.base', 'java/lang', 'Object', 'class',
         Class ('java/lang/Object', None, 61).bytes ()),
        ('java.base', 'java/io', 'Closeable', 'class',
         Class ('java/io/Closeable', access=0x601).bytes ()),
        ('java.base', 'java/io', 'Reader', 'class',
         simple ('java/io/Reader', interfaces=['java/io/Closeable']).bytes ()),
        ('java.more', 'more', 'Thing', 'class', simple ('more/Thing').bytes ()),
        ('java.more', 'more', 'thing', 'txt', b'text'),
        ('java.more', '', 'module-info', 'class',
         Class ('module-info', None, 53, access=0x8000).bytes ())]
    good = jimage (list_of)
    put ('modules', good, 'ok', '4')
    put ('modules-sparse', jimage (list_of, slots=37), 'ok', '4')
    put ('modules-big-endian', jimage (list_of, '>'), 'ok', '4')
    put ('modules-zip', jimage (list_of, compress='zip'), 'ok', '4')
    put ('modules-other', jimage (list_of, compress='compact-cp'), 'ok', '4')
    put ('modules-cut', good[:200], 'bad', 'cut off')
    put ('modules-header', good[:20], 'bad', 'too short')
    put ('modules-version', good[:4] + b'\0\0\2\0' + good[8:], 'bad',
         'version 2.0')
    put ('modules-absurd', good[:16] + b'\xff' * 4 + good[20:], 'bad',
         'cut off')
    put ('modules-no-slots', good[:16] + b'\0' * 4 + good[20:], 'bad',
         'cut off')
    n = struct.unpack ('<I', good[16:20])[0]
    put ('modules-redirect', good[:28] + b'\0\0\0\x80' * n + good[28 + 4 * n:],
         'ok', '4')
    put ('modules-offsets', good[:28 + 4 * n] + b'\xff' * 4 * n
         + good[28 + 8 * n:], 'ok', '0')


for name in os.listdir (folder):
    if not name.startswith ('fuzz-'):
        os.remove (os.path.join (folder, name))
classes ()
jars ()
modules ()
with open (os.path.join (folder, 'index'), 'w') as file:
    file.writelines (sorted (index))
