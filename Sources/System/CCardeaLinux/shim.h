#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/* Declared by glibc only under _GNU_SOURCE, which the Swift importer does not define. */
extern int accept4(int, struct sockaddr *, socklen_t *, int);

/* prctl(2) is variadic. Names this thread by 15 bytes at most. */
static inline void cardea_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

/* syscall(2) is variadic. */
static inline int cardea_gettid(void) { return (int)syscall(SYS_gettid); }
