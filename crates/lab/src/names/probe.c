/* Looks names up through the C library that it is linked with. `egret-lab names` and the daemon's tests build and run it.
 * The first argument selects a command; figures go to standard output as `name value`. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <arpa/inet.h>

static uint64_t ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t cpu_us(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (uint64_t)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000u + (uint64_t)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static void die(const char *what) {
    fprintf(stderr, "probe: %s: %s\n", what, strerror(errno));
    exit(2);
}

static int by_number(const char *s) { return *s >= '0' && *s <= '9'; }

/* A key: a name or, if that is missing, a number; for services also a protocol. */
struct question { char name[64], *proto; int number; };

static void parse(struct question *q, const char *key) {
    snprintf(q->name, sizeof q->name, "%s", key);
    q->proto = strchr(q->name, '/');
    if (q->proto) *q->proto++ = 0;
    q->number = by_number(q->name) ? atoi(q->name) : -1;
}

/* One lookup. Returns 1 if the entry exists, else 0. */
static int answered(const char *db, const struct question *q) {
    if (db[0] == 'p') return q->number >= 0 ? getpwuid((uid_t)q->number) != NULL : getpwnam(q->name) != NULL;
    if (db[0] == 'g') return q->number >= 0 ? getgrgid((gid_t)q->number) != NULL : getgrnam(q->name) != NULL;
    return q->number >= 0 ? getservbyport(htons((uint16_t)q->number), q->proto) != NULL
                          : getservbyname(q->name, q->proto) != NULL;
}

static int look(const char *db, const char *key) {
    struct question q;
    parse(&q, key);
    return answered(db, &q);
}

static struct question *keys;
static size_t count;

static void read_keys(const char *path) {
    FILE *f = fopen(path, "r");
    if (!f) die(path);
    char line[512];
    size_t room = 0;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (!*line) continue;
        if (count == room) {
            room = room ? room * 2 : 1024;
            keys = realloc(keys, room * sizeof *keys);
            if (!keys) die("realloc");
        }
        count++;
    }
    rewind(f);
    /* Parsed after the last realloc, which moves them, and before the measurement, which should only include libc. */
    for (size_t i = 0; i < count && fgets(line, sizeof line, f);) {
        line[strcspn(line, "\n")] = 0;
        if (*line) parse(&keys[i++], line);
    }
    fclose(f);
    if (!count) die("no keys");
}

static uint32_t seed = 12345;
static uint32_t next_random(void) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

/* first DB KEY: the first and the second lookup of a process. */
static int first(const char *db, const char *key) {
    uint64_t c0 = cpu_us(), a = ns();
    int x = look(db, key);
    uint64_t b = ns(), c1 = cpu_us();
    int y = look(db, key);
    uint64_t c = ns(), c2 = cpu_us();
    printf("first %llu\nsecond %llu\nfirst-cpu %llu\nsecond-cpu %llu\nfound %d\n", (unsigned long long)(b - a),
           (unsigned long long)(c - b), (unsigned long long)(c1 - c0), (unsigned long long)(c2 - c1), x + y);
    return 0;
}

static int order(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* steady DB KEYFILE N WANTED: N lookups of random keys in a hundred batches, after a warm-up. Prints the mean of the median
 * batch, which other load on the machine hardly affects. */
static int steady(const char *db, const char *file, long n, int wanted) {
    read_keys(file);
    long wrong = 0;
    long warm = (long)count < 20000 ? (long)count : 20000;
    for (int round = 0; round < (n >= 1000 ? 3 : 1); round++) {
        for (long i = 0; i < warm && i < n; i++) wrong += answered(db, &keys[i]) != wanted;
        struct timespec pause = {0, 120000000};
        nanosleep(&pause, NULL);
    }
    enum { BATCHES = 100 };
    static uint64_t took[BATCHES];
    long batch = n / BATCHES > 0 ? n / BATCHES : 1;
    for (int k = 0; k < BATCHES; k++) {
        uint64_t a = ns();
        for (long i = 0; i < batch; i++) wrong += answered(db, &keys[next_random() % count]) != wanted;
        took[k] = ns() - a;
    }
    qsort(took, BATCHES, sizeof *took, order);
    printf("mean %.3f\nwrong %ld\n", (double)took[BATCHES / 2] / (double)batch, wrong);
    return wrong != 0;
}

static void put(const char *s) { printf("%s:", s ? s : "(null)"); }

static void put_pw(const struct passwd *p) {
    if (!p) { puts("none"); return; }
    put(p->pw_name); put(p->pw_passwd);
    printf("%u:%u:", p->pw_uid, p->pw_gid);
    put(p->pw_gecos); put(p->pw_dir); puts(p->pw_shell);
}

static void put_gr(const struct group *g) {
    if (!g) { puts("none"); return; }
    put(g->gr_name); put(g->gr_passwd);
    printf("%u:", g->gr_gid);
    for (char **m = g->gr_mem; *m; m++) printf("%s,", *m);
    puts("");
}

/* Compares groups as a set: glibc's client of nscd puts the caller's group last, other sources put it first. */
static int gid_order(const void *a, const void *b) {
    gid_t x = *(const gid_t *)a, y = *(const gid_t *)b;
    return x < y ? -1 : x > y;
}

static void put_serv(const struct servent *s) {
    if (!s) { puts("none"); return; }
    put(s->s_name); put(s->s_proto);
    printf("%d:", ntohs((uint16_t)s->s_port));
    for (char **a = s->s_aliases; *a; a++) printf("%s,", *a);
    puts("");
}

/* dump: prints all answers, by key and by enumeration, for comparison. */
static int dump(void) {
    static char names[20000][64];
    static unsigned ids[20000];
    int n = 0;
    struct passwd *p;
    setpwent();
    while ((p = getpwent()) && n < 20000) { put_pw(p); snprintf(names[n], 64, "%s", p->pw_name); ids[n++] = p->pw_uid; }
    endpwent();
    for (int i = 0; i < n; i++) { put_pw(getpwnam(names[i])); put_pw(getpwuid(ids[i])); }
    put_pw(getpwnam("no-such-user")); put_pw(getpwuid(54321));
    for (int i = 0; i < n && i < 64; i++) {
        gid_t groups[256];
        int k = 256;
        int r = getgrouplist(names[i], 65530, groups, &k);
        if (r >= 0) qsort(groups, (size_t)k, sizeof *groups, gid_order);
        printf("groups %s %d:", names[i], r >= 0);
        for (int j = 0; j < k && r >= 0; j++) printf(" %u", groups[j]);
        puts("");
    }
    n = 0;
    struct group *g;
    setgrent();
    while ((g = getgrent()) && n < 20000) { put_gr(g); snprintf(names[n], 64, "%s", g->gr_name); ids[n++] = g->gr_gid; }
    endgrent();
    for (int i = 0; i < n; i++) { put_gr(getgrnam(names[i])); put_gr(getgrgid(ids[i])); }
    put_gr(getgrnam("no-such-group")); put_gr(getgrgid(54321));
    static char protos[20000][16];
    n = 0;
    struct servent *s;
    setservent(0);
    while ((s = getservent()) && n < 20000) {
        put_serv(s);
        snprintf(names[n], 64, "%s", s->s_name);
        snprintf(protos[n], 16, "%s", s->s_proto);
        ids[n++] = ntohs((uint16_t)s->s_port);
    }
    endservent();
    for (int i = 0; i < n; i++) {
        put_serv(getservbyname(names[i], protos[i])); put_serv(getservbyname(names[i], NULL));
        put_serv(getservbyport(htons((uint16_t)ids[i]), protos[i])); put_serv(getservbyport(htons((uint16_t)ids[i]), NULL));
    }
    put_serv(getservbyname("no-such-service", "tcp"));
    struct protoent *t;
    setprotoent(0);
    while ((t = getprotoent())) printf("proto %s %d\n", t->p_name, t->p_proto);
    endprotoent();
    t = getprotobyname("UDP");
    printf("proto %s\n", t ? t->p_name : "none");
    t = getprotobynumber(6);
    printf("proto %s\n", t ? t->p_name : "none");
    return 0;
}

/* daemonize: looks a name up, closes all descriptors, forks twice and looks up again, as services do. */
static int daemonize(void) {
    put_pw(getpwnam("root"));
    fflush(stdout);
    for (int fd = 3; fd < 1024; fd++) close(fd);
    int a = open("/dev/null", O_RDONLY), b = open("/dev/null", O_RDONLY);
    pid_t child = fork();
    if (child == 0) {
        put_pw(getpwnam("root")); put_gr(getgrgid(0)); put_pw(getpwnam("no-such-user"));
        fflush(stdout);
        pid_t again = fork();
        if (again == 0) { put_pw(getpwuid(0)); fflush(stdout); _exit(0); }
        int st; waitpid(again, &st, 0);
        _exit(0);
    }
    int st;
    waitpid(child, &st, 0);
    printf("descriptors %d\n", fcntl(a, F_GETFD) >= 0 && fcntl(b, F_GETFD) >= 0);
    return 0;
}

struct tally { volatile uint64_t reads, wrong, torn, stale, longest, running; };

/* Nanoseconds that this process has been runnable without a processor. */
static uint64_t queued(int schedstat) {
    char text[128];
    ssize_t len = pread(schedstat, text, sizeof text - 1, 0);
    unsigned long long ran = 0, waited = 0;
    text[len > 0 ? len : 0] = 0;
    if (sscanf(text, "%llu %llu", &ran, &waited) != 2) die("/proc/self/schedstat");
    return waited;
}

/* storm FILE N STOP [own]: N lookups of the user `gen`. All fields of the user contain the same number, which must be at
 * least the published one in FILE (8 bytes, mapped). Ends early when STOP exists. With `own`, also prints the longest call
 * without the time that it waited for a processor, as `running`. */
static int storm(const char *file, long n, const char *stop, int own) {
    int schedstat = own ? open("/proc/self/schedstat", O_RDONLY) : -1;
    if (own && schedstat < 0) die("/proc/self/schedstat");
    int fd = open(file, O_RDONLY);
    if (fd < 0) die(file);
    volatile uint64_t *published = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    if (published == MAP_FAILED) die("mmap");
    struct tally t = {0};
    uint64_t tail = 0, tailed = 0;
    for (long i = 0; i < n; i++) {
        uint64_t before = own ? queued(schedstat) : 0;
        uint64_t least = *published, a = ns();
        struct passwd *p = getpwnam("gen");
        uint64_t took = ns() - a;
        if (took > t.longest) t.longest = took;
        if (own) {
            uint64_t others = queued(schedstat) - before, running = took > others ? took - others : 0;
            if (running > t.running) t.running = running;
        }
        t.reads++;
        tail = (i & 1023) ? tail + took : 0;
        tailed = (i & 1023) + 1;
        if (!p) { t.wrong++; continue; }
        unsigned long long g = strtoull(p->pw_gecos, NULL, 10), d = strtoull(p->pw_dir + 1, NULL, 10),
                           s = strtoull(p->pw_shell + 1, NULL, 10);
        if (g != d || d != s) t.torn++;
        else if (g < least) t.stale++;
        if ((i & 1023) == 1023 && access(stop, F_OK) == 0) break;
    }
    printf("tail %llu\n", (unsigned long long)(tail / (tailed ? tailed : 1)));
    if (own) printf("running %llu\n", (unsigned long long)t.running);
    printf("reads %llu\nwrong %llu\ntorn %llu\nstale %llu\nlongest %llu\n", (unsigned long long)t.reads,
           (unsigned long long)t.wrong, (unsigned long long)t.torn, (unsigned long long)t.stale, (unsigned long long)t.longest);
    return 0;
}

static int dial(const char *path) {
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    snprintf(a.sun_path, sizeof a.sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a)) { if (fd >= 0) close(fd); return -1; }
    return fd;
}

/* ask PATH KEY N: N questions for a user over nscd's protocol, each over a new connection. bare PATH N: sends the same bytes
 * to an echo server. */
static int ask(const char *path, const char *key, long n) {
    unsigned char request[256];
    int32_t head[3] = {2, 0, (int32_t)strlen(key) + 1};
    memcpy(request, head, 12);
    memcpy(request + 12, key, strlen(key) + 1);
    size_t len = 12 + strlen(key) + 1;
    uint64_t *took = calloc((size_t)n, sizeof *took);
    long failed = 0;
    for (long i = 0; i < n; i++) {
        unsigned char answer[1024];
        uint64_t a = ns();
        int fd = dial(path);
        if (fd < 0 || send(fd, request, len, MSG_NOSIGNAL) != (ssize_t)len || recv(fd, answer, sizeof answer, 0) < 12) failed++;
        if (fd >= 0) close(fd);
        took[i] = ns() - a;
    }
    qsort(took, (size_t)n, sizeof *took, order);
    printf("p50 %llu\np99 %llu\nfailed %ld\n", (unsigned long long)took[n / 2], (unsigned long long)took[n * 99 / 100], failed);
    return 0;
}

static _Noreturn void bare(const char *path) {
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    snprintf(a.sun_path, sizeof a.sun_path, "%s", path);
    unlink(path);
    int l = socket(AF_UNIX, SOCK_STREAM, 0);
    if (l < 0 || bind(l, (struct sockaddr *)&a, sizeof a) || listen(l, 128)) die(path);
    for (;;) {
        unsigned char b[1024];
        int fd = accept(l, NULL, NULL);
        ssize_t n = recv(fd, b, sizeof b, 0);
        memset(b + (n > 0 ? n : 0), 0, 90);
        if (n > 0) send(fd, b, 90, MSG_NOSIGNAL);
        close(fd);
    }
}

/* silent PATH N SECONDS: opens N connections and sends nothing. */
static int silent(const char *path, long n, unsigned seconds) {
    struct rlimit r = {65536, 65536};
    setrlimit(RLIMIT_NOFILE, &r);
    long got = 0;
    for (long i = 0; i < n; i++) got += dial(path) >= 0;
    printf("connected %ld\n", got);
    fflush(stdout);
    sleep(seconds);
    return 0;
}

/* attack PATH...: tries to modify published memory and files, with the rights of its user. Prints the number of successes. */
static int attack(const char *socket_path, const char *dir) {
    int opened = 0, mapped = 0, truncated = 0, unlinked = 0;
    int fd = dial(socket_path);
    if (fd >= 0) {
        unsigned char request[19] = {2, 0, 0, 0, 11, 0, 0, 0, 7, 0, 0, 0, 'p', 'a', 's', 's', 'w', 'd', 0}, answer[64];
        send(fd, request, 19, MSG_NOSIGNAL);
        struct iovec io = {answer, sizeof answer};
        _Alignas(struct cmsghdr) char control[64];
        struct msghdr m = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
        if (recvmsg(fd, &m, 0) > 0 && CMSG_FIRSTHDR(&m)) {
            int map;
            memcpy(&map, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof map);
            char self[64];
            snprintf(self, sizeof self, "/proc/self/fd/%d", map);
            int again = open(self, O_RDWR);
            opened += again >= 0;
            int use[2] = {map, again};
            for (int i = 0; i < 2; i++) {
                if (use[i] < 0) continue;
                void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, use[i], 0);
                mapped += p != MAP_FAILED;
                truncated += ftruncate(use[i], 0) == 0;
                mapped += write(use[i], "x", 1) == 1;
                void *ro = mmap(NULL, 4096, PROT_READ, MAP_SHARED, use[i], 0);
                if (ro != MAP_FAILED) mapped += mprotect(ro, 4096, PROT_READ | PROT_WRITE) == 0;
            }
        }
        close(fd);
    }
    const char *names[] = {"root", "socket", "passwd.1", "evil"};
    for (int i = 0; i < 4; i++) {
        char path[256], elsewhere[256];
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        snprintf(elsewhere, sizeof elsewhere, "%s/moved", dir);
        int f = open(path, O_RDWR | (i == 3 ? O_CREAT : 0), 0644);
        opened += f >= 0;
        truncated += truncate(path, 0) == 0;
        unlinked += unlink(path) == 0;
        unlinked += rename(path, elsewhere) == 0;
        unlinked += symlink("/tmp/evil", path) == 0;
    }
    printf("opened %d\nmapped %d\ntruncated %d\nunlinked %d\n", opened, mapped, truncated, unlinked);
    return 0;
}

static size_t le(unsigned char *at, size_t bytes, unsigned value) {
    for (size_t i = 0; i < bytes; i++) at[i] = (unsigned char)(value >> (8 * i));
    return bytes;
}

/* fool SOCKET NAME: stores a forged user of that name, with uid 0 and a chosen home, in the view of the calling user. */
static int fool(const char *socket_path, const char *name) {
    unsigned char record[512], request[1024], answer[16];
    const char *strings[5] = {name, "x", "fooled", "/fooled", "/bin/sh"};
    size_t blob = 0, r = 0, n = 12;
    for (int i = 0; i < 5; i++) blob += strlen(strings[i]) + 1;
    if (blob > 400) die("name");
    r += le(record + r, 2, 2); r += le(record + r, 2, 5); r += le(record + r, 4, (unsigned)blob);
    r += le(record + r, 4, 0); r += le(record + r, 4, 0);
    for (int i = 0; i < 5; i++) r += le(record + r, 2, (unsigned)strlen(strings[i]) + 1);
    r += le(record + r, 2, 0);
    for (int i = 0; i < 5; i++) { memcpy(record + r, strings[i], strlen(strings[i]) + 1); r += strlen(strings[i]) + 1; }
    n += le(request + n, 2, 6); memcpy(request + n, "passwd", 6); n += 6;
    n += le(request + n, 4, (unsigned)strlen(name) + 1); request[n++] = 1;
    memcpy(request + n, name, strlen(name)); n += strlen(name);
    memcpy(request + n, record, r); n += r;
    memcpy(request, "EGRN", 4); le(request + 4, 2, 1); le(request + 6, 2, 1); le(request + 8, 4, (unsigned)(n - 12));
    int fd = dial(socket_path);
    if (fd < 0 || send(fd, request, n, MSG_NOSIGNAL) != (ssize_t)n || recv(fd, answer, 16, MSG_WAITALL) != 16) die(socket_path);
    close(fd);
    printf("accepted %d\n", !answer[12]);
    return 0;
}

/* fooled NAME: prints whether it gets the forged entry, whether it is a privileged program (AT_SECURE), and its euid. */
static int fooled(const char *name) {
    struct passwd *p = getpwnam(name);
    printf("found %d\nfooled %d\nprivileged %d\neuid %u\n", p != NULL, p && !strcmp(p->pw_dir, "/fooled"),
           getauxval(AT_SECURE) != 0, (unsigned)geteuid());
    return 0;
}

/* become UID NAME: looks the name up, changes to that user and group, then runs `fooled`. */
static int become(uid_t uid, const char *name) {
    for (int i = 0; i < 3; i++) getpwnam(name);
    if (setresgid(uid, uid, uid) || setresuid(uid, uid, uid)) die("setresuid");
    return fooled(name);
}

/* twice NAME GATE: prints the user's gecos field in one process before and after the file GATE exists. */
static int twice(const char *name, const char *gate) {
    for (int i = 0; i < 2; i++) {
        struct passwd *p = getpwnam(name);
        puts(p ? p->pw_gecos : "none");
        fflush(stdout);
        struct timespec pause = {0, 5000000};
        while (i == 0 && access(gate, F_OK)) nanosleep(&pause, NULL);
    }
    return 0;
}

static int asked_in_a_new_process(const char *name) {
    pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", "probe", "is", "passwd", name, (char *)NULL);
        _exit(9);
    }
    int st;
    waitpid(child, &st, 0);
    return WIFEXITED(st) ? WEXITSTATUS(st) : 9;
}

static void write_users(const char *base, size_t len, const char *extra, const char *path) {
    char fresh[300];
    snprintf(fresh, sizeof fresh, "%s+", path);
    int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0 || write(fd, base, len) != (ssize_t)len || write(fd, extra, strlen(extra)) != (ssize_t)strlen(extra)) die(fresh);
    close(fd);
    if (rename(fresh, path)) die(path);
}

/* Whether new processes get the answer `wanted` for `name`, the last of them `patience` milliseconds after the first. */
static int is_answered(const char *name, int wanted, uint64_t patience) {
    uint64_t begun = ns();
    do {
        if (asked_in_a_new_process(name) == wanted) return 1;
    } while (ns() - begun < patience * 1000000);
    return 0;
}

/* newusers N [ADDED [REMOVED]]: asks for a missing name, adds it by a rename as useradd does, asks again, removes it and
 * asks again. Each question runs in a new process. After an addition it is repeated for ADDED milliseconds until the answer
 * is right, after a removal for REMOVED milliseconds; 0 and no number mean that the first answer counts. Nothing is
 * flushed. */
static int newusers(long n, uint64_t patience_added, uint64_t patience_removed) {
    static char base[4 << 20];
    int fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    ssize_t len = read(fd, base, sizeof base);
    close(fd);
    if (len < 0) die("/etc/passwd");
    long added = 0, removed = 0, before = 0;
    for (long i = 0; i < n; i++) {
        char name[32], line[128];
        snprintf(name, sizeof name, "new%ld", i);
        snprintf(line, sizeof line, "%s:x:%ld:%ld::/:/bin/sh\n", name, 30000 + i, 30000 + i);
        for (int k = 0; k < 3; k++) before += asked_in_a_new_process(name) != 0;
        write_users(base, (size_t)len, line, "/etc/passwd");
        added += !is_answered(name, 1, patience_added);
        write_users(base, (size_t)len, "", "/etc/passwd");
        removed += !is_answered(name, 0, patience_removed);
    }
    printf("before %ld\nadded %ld\nremoved %ld\n", before, added, removed);
    return 0;
}

/* generations FILE STOP RATE: publishes RATE successive generations of the user `gen` per second: writes /etc/passwd, waits
 * until the new entry is returned, and stores its number in FILE. Catches up after delays. */
static int generations(const char *file, const char *stop, uint64_t rate) {
    static char base[4 << 20];
    int fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    ssize_t len = read(fd, base, sizeof base);
    close(fd);
    fd = open(file, O_RDWR | O_CREAT, 0644);
    if (len < 0 || fd < 0 || ftruncate(fd, 4096)) die(file);
    char *old = strstr(base, "\ngen:");
    if (old) len = old + 1 - base;
    volatile uint64_t *published = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (published == MAP_FAILED) die("mmap");
    uint64_t g = *published, from = g, begun = ns();
    while (access(stop, F_OK)) {
        char line[128];
        g++;
        snprintf(line, sizeof line, "gen:x:1:1:%llu:/%llu:/%llu\n", (unsigned long long)g, (unsigned long long)g, (unsigned long long)g);
        write_users(base, (size_t)len, line, "/etc/passwd");
        for (;;) {
            struct passwd *p = getpwnam("gen");
            if (p && strtoull(p->pw_gecos, NULL, 10) >= g) break;
        }
        *published = g;
        uint64_t next = begun + (g - from) * 1000000000u / rate, now = ns();
        struct timespec pause = {0, next > now ? (long)(next - now) : 0};
        if (next > now) nanosleep(&pause, NULL);
    }
    printf("generations %llu\nseconds %.3f\n", (unsigned long long)(g - from), (double)(ns() - begun) / 1e9);
    return 0;
}

/* ttl NAME NOW WANTED: milliseconds until the answer for NAME differs from NOW. */
static int ttl(const char *name, int was) {
    uint64_t a = ns();
    while (asked_in_a_new_process(name) == was && ns() - a < 20000000000u) {
        struct timespec pause = {0, 5000000};
        nanosleep(&pause, NULL);
    }
    printf("ms %llu\n", (unsigned long long)((ns() - a) / 1000000));
    return 0;
}

/* await PATH KEY SINCE: waits for an answer over nscd's protocol. Prints the milliseconds since SINCE, a time of the
 * monotonic clock. */
static int await(const char *path, const char *key, uint64_t since) {
    for (;;) {
        unsigned char request[256];
        int32_t head[3] = {2, 0, (int32_t)strlen(key) + 1}, answer[64] = {0};
        memcpy(request, head, 12);
        memcpy(request + 12, key, strlen(key) + 1);
        int fd = dial(path);
        if (fd >= 0) {
            send(fd, request, 12 + strlen(key) + 1, MSG_NOSIGNAL);
            ssize_t n = recv(fd, answer, sizeof answer, 0);
            close(fd);
            if (n >= 36 && answer[1] == 1) break;
        }
        if (ns() - since > 20000000000u) break;
        struct timespec pause = {0, 200000};
        nanosleep(&pause, NULL);
    }
    printf("ms %.3f\n", (double)(ns() - since) / 1e6);
    return 0;
}

/* garbage PATH N: sends random bytes over N connections. */
static int garbage(const char *path, long n) {
    long refused = 0;
    for (long i = 0; i < n; i++) {
        unsigned char b[2048];
        size_t len = 1 + next_random() % (i % 3 ? 64 : sizeof b);
        for (size_t j = 0; j < len; j++) b[j] = (unsigned char)next_random();
        /* Half of them begin with a valid header. */
        int32_t nscd[3] = {2, (int32_t)(next_random() % 24), (int32_t)(next_random() % 1100)};
        unsigned char own[12] = {'E', 'G', 'R', 'N', 1, 0, (unsigned char)(next_random() % 24), 0,
                                 (unsigned char)next_random(), (unsigned char)(next_random() % 8), 0, 0};
        if (i % 4 == 1) memcpy(b, nscd, len < 12 ? len : 12);
        if (i % 4 == 3) memcpy(b, own, len < 12 ? len : 12);
        if (nscd[1] == 8 || nscd[1] == 10) continue;
        int fd = dial(path);
        if (fd < 0) { refused++; continue; }
        send(fd, b, len, MSG_NOSIGNAL);
        if (i % 2) recv(fd, b, sizeof b, MSG_DONTWAIT);
        close(fd);
    }
    printf("refused %ld\n", refused);
    return 0;
}

int main(int argc, char **argv) {
    if (argc >= 4 && !strcmp(argv[1], "first")) return first(argv[2], argv[3]);
    if (argc >= 6 && !strcmp(argv[1], "steady")) return steady(argv[2], argv[3], atol(argv[4]), atoi(argv[5]));
    if (argc >= 2 && !strcmp(argv[1], "dump")) return dump();
    if (argc >= 2 && !strcmp(argv[1], "daemonize")) return daemonize();
    if (argc >= 5 && !strcmp(argv[1], "storm")) return storm(argv[2], atol(argv[3]), argv[4], argc >= 6);
    if (argc >= 5 && !strcmp(argv[1], "ask")) return ask(argv[2], argv[3], atol(argv[4]));
    if (argc >= 3 && !strcmp(argv[1], "bare")) bare(argv[2]);
    if (argc >= 5 && !strcmp(argv[1], "silent")) return silent(argv[2], atol(argv[3]), (unsigned)atoi(argv[4]));
    if (argc >= 4 && !strcmp(argv[1], "attack")) return attack(argv[2], argv[3]);
    if (argc >= 4 && !strcmp(argv[1], "fool")) return fool(argv[2], argv[3]);
    if (argc >= 4 && !strcmp(argv[1], "become")) return become((uid_t)atoi(argv[2]), argv[3]);
    if (argc >= 4 && !strcmp(argv[1], "twice")) return twice(argv[2], argv[3]);
    if (argc >= 3 && !strcmp(argv[1], "fooled")) return fooled(argv[2]);
    if (argc >= 4 && !strcmp(argv[1], "look")) { printf("found %d\n", look(argv[2], argv[3])); return 0; }
    if (argc >= 4 && !strcmp(argv[1], "is")) return look(argv[2], argv[3]);
    if (argc >= 3 && !strcmp(argv[1], "newusers")) return newusers(atol(argv[2]), argc > 3 ? strtoull(argv[3], NULL, 10) : 0,
                                                                      argc > 4 ? strtoull(argv[4], NULL, 10) : 0);
    if (argc >= 5 && !strcmp(argv[1], "generations")) return generations(argv[2], argv[3], (uint64_t)atol(argv[4]));
    if (argc >= 4 && !strcmp(argv[1], "ttl")) return ttl(argv[2], atoi(argv[3]));
    if (argc >= 5 && !strcmp(argv[1], "await")) return await(argv[2], argv[3], strtoull(argv[4], NULL, 10));
    if (argc >= 2 && !strcmp(argv[1], "clock")) { printf("%llu\n", (unsigned long long)ns()); return 0; }
    if (argc >= 4 && !strcmp(argv[1], "garbage")) return garbage(argv[2], atol(argv[3]));
    fprintf(stderr, "probe: unknown command or missing arguments\n");
    return 2;
}
