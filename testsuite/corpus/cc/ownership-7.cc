/* Corpus, ownership: a small program.

   Part of leakcheck.  SPDX-License-Identifier: GPL-3.0-or-later  */

// Classes from before the rewrite: two phase construction, raw members,
// Hungarian notation.  Do not modernise without asking.
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>

class CException : public std::exception {
public:
    explicit CException(int nCode) : m_nCode(nCode) {}
    int GetCode() const noexcept { return m_nCode; }

private:
    int m_nCode;
};

// Opened and closed by hand, nothing happens in a destructor.
class CLogFile {
public:
    CLogFile() : m_pFile(NULL), m_nLines(0) {}
    bool Open(const char *pszPath)
    {
        m_pFile = fopen(pszPath, "a");
        return m_pFile != NULL;
    }
    void Write(const char *psz)
    {
        fputs(psz, m_pFile);
        ++m_nLines;
    }
    int Lines() const { return m_nLines; }
    void Close()
    {
        if (m_pFile) {
            fclose(m_pFile);
            m_pFile = NULL;
        }
    }

private:
    FILE *m_pFile;
    int m_nLines;
};

int leak_WriteAudit(const char *pszPath, const char *pszUser)
{
    CLogFile log;
    if (!log.Open(pszPath)) /* { dg-warning "leak|mismatch" } */
        return 0;
    log.Write("audit: ");
    if (!pszUser || !*pszUser)
        return -1;
    log.Write(pszUser);
    int n = log.Lines();
    log.Close();
    return n;
}

int clean_WriteAudit(const char *pszPath, const char *pszUser)
{
    CLogFile log;
    if (!log.Open(pszPath))
        return 0;
    log.Write("audit: ");
    if (pszUser && *pszUser)
        log.Write(pszUser);
    int n = log.Lines();
    log.Close();
    return n;
}

// ---------------------------------------------------------------------
class CBuffer {
public:
    explicit CBuffer(size_t cb) : m_pData(new char[cb]), m_cb(cb) {}
    ~CBuffer() { delete[] m_pData; }
    char *Data() { return m_pData; }
    size_t Size() const { return m_cb; }
    void Resize(size_t cb)
    {
        char *p = new char[cb];
        memcpy(p, m_pData, cb < m_cb ? cb : m_cb);
        delete[] m_pData;
        m_pData = p;
        m_cb = cb;
    }

private:
    CBuffer(const CBuffer &);
    CBuffer &operator=(const CBuffer &);
    char *m_pData;
    size_t m_cb;
};

void ValidateHeader(const char *p, size_t n)
{
    if (n < 4 || memcmp(p, "HDR0", 4) != 0)
        throw CException(4);
}

size_t leak_ReadHeader(const char *pszPath)
{
    int fd = open(pszPath, O_RDONLY); /* { dg-warning "leak|mismatch" } */
    if (fd == -1)
        throw CException(1);
    CBuffer buf(128);
    ssize_t n = read(fd, buf.Data(), buf.Size());
    if (n < 0)
        n = 0;
    ValidateHeader(buf.Data(), (size_t)n);
    close(fd);
    return (size_t)n;
}

size_t clean_ReadHeader(const char *pszPath)
{
    int fd = open(pszPath, O_RDONLY);
    if (fd == -1)
        throw CException(1);
    CBuffer buf(128);
    ssize_t n = read(fd, buf.Data(), buf.Size());
    close(fd);
    if (n < 0)
        n = 0;
    ValidateHeader(buf.Data(), (size_t)n);
    return (size_t)n;
}

// ---------------------------------------------------------------------
// Owns a mapping and the descriptor behind it.
class CMapView {
public:
    CMapView(const char *pszPath, size_t cb) : m_fd(-1), m_pView(NULL), m_cb(cb)
    {
        m_fd = open(pszPath, O_RDWR);
        if (m_fd == -1)
            return;
        void *p = mmap(NULL, cb, PROT_READ | PROT_WRITE, MAP_SHARED, m_fd, 0);
        if (p != MAP_FAILED)
            m_pView = p;
    }
    ~CMapView()
    {
        if (m_pView)
            munmap(m_pView, m_cb);
    }
    bool IsValid() const { return m_pView != NULL; }
    char *Bytes() const { return (char *)m_pView; }

private:
    CMapView(const CMapView &);
    CMapView &operator=(const CMapView &);
    int m_fd;
    void *m_pView;
    size_t m_cb;
};

// The same, but the descriptor is not kept.
class CMapView2 {
public:
    CMapView2(const char *pszPath, size_t cb) : m_pView(NULL), m_cb(cb)
    {
        int fd = open(pszPath, O_RDWR);
        if (fd == -1)
            return;
        void *p = mmap(NULL, cb, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (p != MAP_FAILED)
            m_pView = p;
        close(fd);
    }
    ~CMapView2()
    {
        if (m_pView)
            munmap(m_pView, m_cb);
    }
    bool IsValid() const { return m_pView != NULL; }
    char *Bytes() const { return (char *)m_pView; }

private:
    CMapView2(const CMapView2 &);
    CMapView2 &operator=(const CMapView2 &);
    void *m_pView;
    size_t m_cb;
};

bool leak_TouchMap(const char *pszPath)
{
    CMapView view(pszPath, 4096); /* { dg-warning "leak|mismatch" } */
    if (!view.IsValid())
        return false;
    view.Bytes()[0] ^= 1;
    return true;
}

bool clean_TouchMap(const char *pszPath)
{
    CMapView2 view(pszPath, 4096);
    if (!view.IsValid())
        return false;
    view.Bytes()[0] ^= 1;
    return true;
}

// ---------------------------------------------------------------------
class CDirLister {
public:
    CDirLister() : m_pDir(NULL) {}
    ~CDirLister() { Detach(); }
    bool Attach(const char *psz)
    {
        Detach();
        m_pDir = opendir(psz);
        return m_pDir != NULL;
    }
    void Detach()
    {
        if (m_pDir)
            closedir(m_pDir);
        m_pDir = NULL;
    }
    int Count()
    {
        int n = 0;
        while (readdir(m_pDir))
            ++n;
        return n;
    }

private:
    CDirLister(const CDirLister &);
    CDirLister &operator=(const CDirLister &);
    DIR *m_pDir;
};

int clean_CountTwoDirs(const char *pszA, const char *pszB)
{
    CDirLister lister;
    if (!lister.Attach(pszA))
        return -1;
    int n = lister.Count();
    if (!lister.Attach(pszB))
        return n;
    n += lister.Count();
    if (n > 100000)
        throw CException(7);
    return n;
}

int leak_CountTwoDirs(const char *pszA, const char *pszB)
{
    DIR *pDir = opendir(pszA); /* { dg-warning "leak|mismatch" } */
    if (!pDir)
        return -1;
    int n = 0;
    while (readdir(pDir))
        ++n;
    pDir = opendir(pszB);
    if (!pDir)
        return n;
    while (readdir(pDir))
        ++n;
    closedir(pDir);
    return n;
}

// ---------------------------------------------------------------------
// Linked list of records; the list frees its nodes, a node owns its text.
struct SRecord {
    char *pszText;
    SRecord *pNext;
};

SRecord *NewRecord(const char *psz)
{
    SRecord *p = (SRecord *)malloc(sizeof(SRecord));
    if (!p)
        return NULL;
    p->pszText = strdup(psz);
    p->pNext = NULL;
    return p;
}

void FreeRecords(SRecord *p)
{
    while (p) {
        SRecord *pNext = p->pNext;
        free(p->pszText);
        free(p);
        p = pNext;
    }
}

int leak_SumRecords(char **ppsz, int n)
{
    SRecord *pHead = NULL;
    for (int i = 0; i < n; ++i) {
        SRecord *p = NewRecord(ppsz[i]); /* { dg-warning "leak|mismatch" } */
        if (!p)
            break;
        if (!p->pszText || p->pszText[0] == ';')
            continue;
        p->pNext = pHead;
        pHead = p;
    }
    int sum = 0;
    for (SRecord *p = pHead; p; p = p->pNext)
        sum += atoi(p->pszText);
    FreeRecords(pHead);
    return sum;
}

int clean_SumRecords(char **ppsz, int n)
{
    SRecord *pHead = NULL;
    for (int i = 0; i < n; ++i) {
        if (ppsz[i][0] == ';')
            continue;
        SRecord *p = NewRecord(ppsz[i]);
        if (!p)
            break;
        p->pNext = pHead;
        pHead = p;
    }
    int sum = 0;
    for (SRecord *p = pHead; p; p = p->pNext)
        if (p->pszText)
            sum += atoi(p->pszText);
    FreeRecords(pHead);
    return sum;
}

// ---------------------------------------------------------------------
// Two phase construction where Create() may throw half way.
class CPort {
public:
    static CPort *Create(const char *pszDev, int nBaud)
    {
        int fd = open(pszDev, O_RDWR | O_NOCTTY);
        if (fd == -1)
            return NULL;
        return new CPort(fd, nBaud);
    }
    ~CPort() { close(m_fd); }
    void Configure(int nBits)
    {
        if (nBits < 5 || nBits > 8)
            throw CException(nBits);
        m_nBits = nBits;
    }
    bool Send(const char *psz) { return write(m_fd, psz, strlen(psz)) >= 0; }

private:
    CPort(int fd, int nBaud) : m_fd(fd), m_nBaud(nBaud), m_nBits(8) {}
    CPort(const CPort &);
    CPort &operator=(const CPort &);
    int m_fd;
    int m_nBaud;
    int m_nBits;
};

bool leak_SendReset(const char *pszDev, int nBits)
{
    CPort *pPort = CPort::Create(pszDev, 9600); /* { dg-warning "leak|mismatch" } */
    if (!pPort)
        return false;
    pPort->Configure(nBits);
    bool bOk = pPort->Send("ATZ\r");
    delete pPort;
    return bOk;
}

bool clean_SendReset(const char *pszDev, int nBits)
{
    CPort *pPort = CPort::Create(pszDev, 9600);
    if (!pPort)
        return false;
    bool bOk = false;
    try {
        pPort->Configure(nBits);
        bOk = pPort->Send("ATZ\r");
    } catch (const CException &e) {
        fprintf(stderr, "configure: code %d\n", e.GetCode());
    }
    delete pPort;
    return bOk;
}

// ---------------------------------------------------------------------
// Array of objects: new[] needs delete[].
class CPoint {
public:
    CPoint() : m_pTag(NULL), x(0), y(0) {}
    ~CPoint() { free(m_pTag); }
    void Tag(const char *psz)
    {
        free(m_pTag);
        m_pTag = strdup(psz);
    }
    char *m_pTag;
    int x, y;
};

int leak_TagCorners(const char *psz)
{
    CPoint *pPts = (CPoint *)malloc(4 * sizeof(CPoint));
    if (!pPts)
        return 0;
    for (int i = 0; i < 4; ++i)
        new (&pPts[i]) CPoint;
    int n = 0;
    for (int i = 0; i < 4; ++i) {
        pPts[i].m_pTag = strdup(psz); /* { dg-warning "leak|mismatch" } */
        if (pPts[i].m_pTag)
            ++n;
    }
    free(pPts);
    return n;
}

int clean_TagCorners(const char *psz)
{
    CPoint *pPts = new CPoint[4];
    int n = 0;
    for (int i = 0; i < 4; ++i) {
        pPts[i].Tag(psz);
        if (pPts[i].m_pTag)
            ++n;
    }
    delete[] pPts;
    return n;
}

// ---------------------------------------------------------------------
// String class with an assignment operator.
class CStr {
public:
    CStr() : m_psz(NULL) {}
    explicit CStr(const char *psz) : m_psz(strdup(psz)) {}
    CStr(const CStr &o) : m_psz(o.m_psz ? strdup(o.m_psz) : NULL) {}
    CStr &operator=(const CStr &o)
    {
        if (this != &o) {
            char *p = o.m_psz ? strdup(o.m_psz) : NULL;
            free(m_psz);
            m_psz = p;
        }
        return *this;
    }
    ~CStr() { free(m_psz); }
    size_t Len() const { return m_psz ? strlen(m_psz) : 0; }
    char *Detach()
    {
        char *p = m_psz;
        m_psz = NULL;
        return p;
    }

private:
    char *m_psz;
};

size_t clean_JoinLen(const char *a, const char *b)
{
    CStr sA(a), sB;
    sB = CStr(b);
    if (sB.Len() == 0)
        return sA.Len();
    CStr sC(sB);
    sA = sC;
    char *psz = sA.Detach();
    size_t n = psz ? strlen(psz) : 0;
    free(psz);
    return n + sC.Len();
}

size_t leak_JoinLen(const char *a, const char *b)
{
    CStr sA(a); /* { dg-warning "leak|mismatch" } */
    CStr sB(b);
    if (sB.Len() == 0)
        return sA.Len();
    char *psz = sA.Detach();
    return psz ? strlen(psz) + sB.Len() : 0;
}

// ---------------------------------------------------------------------
// Wrong pairing of C and C++ allocation.
int leak_FormatKey(int nKey)
{
    char *psz = (char *)malloc(32); /* { dg-warning "leak|mismatch" } */
    if (!psz)
        return -1;
    int n = snprintf(psz, 32, "K%08d", nKey);
    delete psz;
    return n;
}

int clean_FormatKey(int nKey)
{
    char szLocal[16];
    char *psz = szLocal;
    if (nKey > 99999999) {
        psz = (char *)malloc(32);
        if (!psz)
            return -1;
    }
    int n = snprintf(psz, psz == szLocal ? sizeof szLocal : 32, "K%08d", nKey);
    if (psz != szLocal)
        free(psz);
    return n;
}
