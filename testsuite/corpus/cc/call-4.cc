/* Corpus, call: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// guikit -- the resource layer of a widget toolkit: pens, brushes, icons,
// themes, windows.  Classic object-oriented code with virtual functions.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

// ---------------------------------------------------------------- brushes

class Brush                       // note: polymorphic, destructor not virtual
{
public:
    virtual int apply () noexcept { return 0; }
    ~Brush () = default;
};

class PatternBrush : public Brush
{
    unsigned char *m_pixels;
public:
    explicit PatternBrush (size_t n) : m_pixels (new unsigned char[n] ()) {}
    PatternBrush (const PatternBrush &) = delete;
    ~PatternBrush () { delete[] m_pixels; }
    int apply () noexcept override { return m_pixels[0]; }
};

class Gradient
{
public:
    virtual int colour () const noexcept { return 0; }
    virtual Gradient *clone () const { return new Gradient (*this); }
    virtual ~Gradient () = default;
};

class RadialGradient : public Gradient
{
    std::vector<int> m_stops;
public:
    explicit RadialGradient (int n) : m_stops (n) {}
    int colour () const noexcept override { return m_stops.empty () ? 0 : m_stops[0]; }
    Gradient *clone () const override { return new RadialGradient (*this); }
};

int leak_paint_pattern (size_t n)
{
    Brush *b = new PatternBrush (n); /* { dg-warning "leak|mismatch" } */
    int c = b->apply ();
    delete b;
    return c;
}

int clean_paint_gradient (int n)
{
    Gradient *g = new RadialGradient (n);
    int c = g->colour ();
    delete g;
    return c;
}

int leak_preview_gradient (const Gradient &proto, bool dark)
{
    Gradient *copy = proto.clone (); /* { dg-warning "leak|mismatch" } */
    if (dark && copy->colour () == 0)
        return -1;
    int c = copy->colour ();
    delete copy;
    return c;
}

int clean_preview_gradient (const Gradient &proto, bool dark)
{
    std::unique_ptr<Gradient> copy;
    if (dark)
        copy.reset (proto.clone ());
    const Gradient &g = copy ? *copy : proto;
    if (g.colour () == 0)
        return -1;
    return g.colour ();
}

// ---------------------------------------------------------------- widgets

class Icon
{
    int m_size;
public:
    explicit Icon (int size) noexcept : m_size (size) {}
    int size () const noexcept { return m_size; }
};

class Widget
{
    std::vector<Widget *> m_children;
public:
    Widget () = default;
    Widget (const Widget &) = delete;
    virtual ~Widget () { for (Widget *c : m_children) delete c; }
    void adopt (Widget *child) { m_children.push_back (child); }
    size_t count () const noexcept { return m_children.size (); }
    virtual void show () noexcept {}
};

class Label : public Widget
{
    char *m_text;
public:
    explicit Label (const char *text) noexcept : m_text (strdup (text)) {}
    ~Label () override { free (m_text); }
    size_t length () const noexcept { return m_text ? strlen (m_text) : 0; }
};

class Button : public Widget
{
    Icon *m_icon = nullptr;
    std::function<void ()> m_clicked;
public:
    ~Button () override { delete m_icon; }
    void leak_set_icon (int size);
    void clean_set_icon (int size);
    void clean_on_click (const char *text);
};

class Window : public Widget
{
    int m_handle = -1;
public:
    bool create (int parent) noexcept { m_handle = parent + 1; return parent >= 0; }
    int handle () const noexcept { return m_handle; }
};

static Widget *make_widget (int kind)
{
    if (kind == 0)
        return new Label ("?");
    return new Button;
}

void Button::leak_set_icon (int size)
{
    m_icon = new Icon (size); /* { dg-warning "leak|mismatch" } */
}

void Button::clean_set_icon (int size)
{
    if (m_icon && m_icon->size () == size)
        return;
    Icon *fresh = new Icon (size);
    delete m_icon;
    m_icon = fresh;
}

void Button::clean_on_click (const char *text)
{
    auto tip = std::make_shared<Label> (text);
    m_clicked = [tip] { tip->show (); };
}

size_t leak_label_width (int kind)
{
    Widget *w = make_widget (kind); /* { dg-warning "leak|mismatch" } */
    size_t n = 0;
    if (auto *l = dynamic_cast<Label *> (w)) {
        n = l->length ();
        delete l;
    }
    return n;
}

size_t clean_label_width (int kind)
{
    Widget *w = make_widget (kind);
    size_t n = 0;
    if (auto *l = dynamic_cast<Label *> (w))
        n = l->length ();
    delete w;
    return n;
}

Window *leak_open_window (int parent)
{
    Window *w = new Window; /* { dg-warning "leak|mismatch" } */
    if (!w->create (parent)) {
        fprintf (stderr, "no window for %d\n", parent);
        return nullptr;
    }
    w->show ();
    return w;
}

Window *clean_open_window (int parent)
{
    Window *w = new Window;
    if (w->create (parent))
        w->show ();
    else {
        delete w;
        w = nullptr;
    }
    return w;
}

size_t clean_build_toolbar (Widget &bar, int n)
{
    for (int i = 0; i < n; ++i) {
        Label *l = new Label ("tool");
        bar.adopt (l);
        l->show ();
    }
    return bar.count ();
}

int leak_draw (const std::vector<int> &palette, size_t colour)
{
    try {
        Window *canvas = new Window; /* { dg-warning "leak|mismatch" } */
        canvas->create (palette.at (colour));
        int h = canvas->handle ();
        delete canvas;
        return h;
    } catch (const std::out_of_range &e) {
        fprintf (stderr, "draw: %s\n", e.what ());
    }
    return -1;
}

int clean_draw (const std::vector<int> &palette, size_t colour)
{
    Window *canvas = nullptr;
    int h = -1;
    try {
        canvas = new Window;
        canvas->create (palette.at (colour));
        h = canvas->handle ();
    } catch (const std::exception &e) {
        fprintf (stderr, "draw: %s\n", e.what ());
    }
    delete canvas;
    return h;
}

size_t leak_prune (std::vector<Widget *> &popups, int n)
{
    for (int i = 0; i < n; ++i) {
        Widget *w = new Label ("popup"); /* { dg-warning "leak|mismatch" } */
        if (popups.size () < 8)
            popups.push_back (w);
    }
    return popups.size ();
}

void clean_prune (std::vector<Widget *> &popups)
{
    for (auto it = popups.begin (); it != popups.end ();) {
        if ((*it)->count () == 0) {
            delete *it;
            it = popups.erase (it);
        } else
            ++it;
    }
}

// ---------------------------------------------------------------- glyphs

class Glyph
{
    int m_code;
public:
    static void *operator new (size_t n)
    {
        if (void *p = malloc (n))
            return p;
        throw std::bad_alloc ();
    }
    static void operator delete (void *p) noexcept { free (p); }
    explicit Glyph (int code) : m_code (code)
    {
        if (code < 0)
            throw std::invalid_argument ("glyph");
    }
    int code () const noexcept { return m_code; }
    bool printable () const noexcept { return m_code >= 32; }
};

int leak_measure (int code)
{
    Glyph *g = new Glyph (code); /* { dg-warning "leak|mismatch" } */
    if (!g->printable ())
        return 0;
    int w = g->code () % 7;
    delete g;
    return w;
}

int clean_measure (int code)
{
    Glyph *g = new Glyph (code);        // a throwing constructor frees it
    int w = g->printable () ? g->code () % 7 : 0;
    delete g;
    return w;
}

size_t leak_arena_label (const char *text)
{
    void *mem = malloc (sizeof (Label)); /* { dg-warning "leak|mismatch" } */
    if (!mem)
        return 0;
    Label *l = new (mem) Label (text);
    size_t n = l->length ();
    l->~Label ();
    return n;
}

size_t clean_arena_label (const char *text)
{
    void *mem = malloc (sizeof (Label));
    if (!mem)
        return 0;
    Label *l = new (mem) Label (text);
    size_t n = l->length ();
    l->~Label ();
    free (mem);
    return n;
}

size_t leak_stack_label (const char *text)
{
    alignas (Label) unsigned char raw[sizeof (Label)];
    Label *l = new (raw) Label (text); /* { dg-warning "leak|mismatch" } */
    size_t n = l->length ();
    if (n == 0)
        l->~Label ();
    return n;
}

size_t clean_stack_label (const char *text)
{
    alignas (Label) unsigned char raw[sizeof (Label)];
    Label *l = new (raw) Label (text);
    std::unique_ptr<Label, void (*) (Label *)> keep (l, [] (Label *p) { p->~Label (); });
    return l->length ();
}

// ---------------------------------------------------------------- themes

struct Theme
{
    Icon *ok = nullptr, *cancel = nullptr;
    void *plugin = nullptr;
    Theme () = default;
    Theme (Theme &&o) noexcept
        : ok (std::exchange (o.ok, nullptr)), cancel (std::exchange (o.cancel, nullptr)),
          plugin (std::exchange (o.plugin, nullptr)) {}
    ~Theme ()
    {
        delete ok;
        delete cancel;
        if (plugin)
            dlclose (plugin);
    }
};

using ThemeInit = int (*) () noexcept;

bool leak_probe_theme (const char *so)
{
    void *h = dlopen (so, RTLD_LAZY); /* { dg-warning "leak|mismatch" } */
    return h && dlsym (h, "theme_init") != nullptr;
}

bool clean_probe_theme (const char *so)
{
    void *h = dlopen (so, RTLD_LAZY | RTLD_NOLOAD);
    bool ok = h && dlsym (h, "theme_init") != nullptr;
    return h && dlclose (h) == 0 && ok;
}

Theme clean_load_theme (const char *so)
{
    Theme t;
    t.plugin = dlopen (so, RTLD_LAZY);
    if (!t.plugin)
        throw std::runtime_error ("theme");
    auto init = reinterpret_cast<ThemeInit> (dlsym (t.plugin, "theme_init"));
    if (!init || init () < 0)
        throw std::runtime_error ("theme_init");
    t.ok = new Icon (16);
    return t;
}

void clean_set_slot (Theme &t, Icon *Theme::*slot, int size)
{
    if (!(t.*slot))
        t.*slot = new Icon (size);
}

const void *leak_map_pixmap (const char *path, size_t len)
{
    int fd = open (path, O_RDONLY); /* { dg-warning "leak|mismatch" } */
    if (fd < 0)
        return nullptr;
    void *p = mmap (nullptr, len, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED)
        return nullptr;
    close (fd);
    return p;
}

const void *clean_map_pixmap (const char *path, size_t len)
{
    int fd = open (path, O_RDONLY);
    if (fd < 0)
        return nullptr;
    void *p = mmap (nullptr, len, PROT_READ, MAP_PRIVATE, fd, 0);
    close (fd);                         // the mapping stays
    return p == MAP_FAILED ? nullptr : p;
}
