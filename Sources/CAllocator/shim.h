#ifndef HEADLESS_PLAYBACK_CALLOCATOR_SHIM_H
#define HEADLESS_PLAYBACK_CALLOCATOR_SHIM_H

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Keeps what the allocator holds back the same for all input. Left alone, glibc lets one large
// block that is freed, such as the text of a long playlist, raise how much unused memory every
// thread keeps from then on. The thresholds are above a usual segment, whose memory would otherwise
// be taken from the system and given back each time. Does nothing where the allocator is another.
static inline void callocator_fix_thresholds(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

// Below this much address space that is left, a crash is taken for a lack of memory.
#define CALLOCATOR_SCARCE ((rlim_t)1 << 30)
// The memory needed to play the smallest asset, without the stacks of threads.
#define CALLOCATOR_WORKING ((rlim_t)48 << 20)
// The stack of a thread where address space is limited.
#define CALLOCATOR_STACK ((size_t)2 << 20)
// For how many seconds nothing may happen while there is no room for another thread.
#define CALLOCATOR_PATIENCE 5

// Whether so many bytes of address space are left.
static inline int callocator_has_room(rlim_t size)
{
    void *place =
        mmap(NULL, (size_t)size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return 0;
    munmap(place, (size_t)size);
    return 1;
}

static inline void callocator_say(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

// Reports lack of memory if it ended the process. Calls no function that allocates.
static inline void callocator_on_crash(int number)
{
    if (!callocator_has_room(CALLOCATOR_SCARCE)) {
        callocator_say(
            "playctl: out of memory: the limit on address space (ulimit -v) is reached\n");
        _exit(1);
    }
    signal(number, SIG_DFL);
    raise(number);
}

// Called once a second. Ends the process when it has stood still for `CALLOCATOR_PATIENCE` seconds
// and has no room for another thread: the library that starts threads tries again for ever, and
// reports nothing. Calls nothing that allocates.
static inline void callocator_on_tick(int number)
{
    static struct timespec before;
    static int still = 0;
    struct timespec used;
    (void)number;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0) return;
    long long nanoseconds = (long long)(used.tv_sec - before.tv_sec) * 1000000000 +
                            (used.tv_nsec - before.tv_nsec);
    before = used;
    int waits = nanoseconds < 20000000 && !callocator_has_room(CALLOCATOR_STACK);
    still = waits ? still + 1 : 0;
    if (still < CALLOCATOR_PATIENCE) return;
    callocator_say(
        "playctl: out of memory: the limit on address space (ulimit -v) leaves no room for "
        "another thread\n");
    _exit(1);
}

// Prepares for a limit on address space, and returns whether it leaves room for threads.
//
// The runtime aborts when an allocation fails, and the library that starts threads waits for ever
// when there is no room for their stacks. Threads therefore get small stacks and share one arena of
// the allocator, which takes 64 MiB of addresses for each thread otherwise. Does nothing where
// address space has no limit.
static inline int callocator_guard_memory(int threads)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 1;
    int crashes[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS};
    for (size_t index = 0; index < sizeof crashes / sizeof crashes[0]; index++)
        signal(crashes[index], callocator_on_crash);
    size_t stack = 8 << 20;
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) == 0) {
        if (pthread_attr_setstacksize(&attributes, CALLOCATOR_STACK) == 0 &&
            pthread_setattr_default_np(&attributes) == 0)
            stack = CALLOCATOR_STACK;
        pthread_attr_destroy(&attributes);
    }
#endif
    if (!callocator_has_room((rlim_t)stack * (rlim_t)threads + CALLOCATOR_WORKING)) {
        callocator_say(
            "playctl: out of memory: the limit on address space (ulimit -v) leaves no room for "
            "threads\n");
        return 0;
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = callocator_on_tick;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, NULL);
    struct itimerval second = {{1, 0}, {1, 0}};
    setitimer(ITIMER_REAL, &second, NULL);
    return 1;
}

#endif
