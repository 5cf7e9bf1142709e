#ifndef HEADLESS_PLAYBACK_CALLOCATOR_SHIM_H
#define HEADLESS_PLAYBACK_CALLOCATOR_SHIM_H

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Keeps what the allocator holds back the same for all input. Left alone, glibc lets one large
// block that is freed, such as the text of a long playlist, raise how much unused memory every
// thread keeps from then on. The thresholds lie above a usual segment, whose memory would otherwise
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
// What playing the smallest asset takes beside the stacks of threads.
#define CALLOCATOR_WORKING ((rlim_t)48 << 20)

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

// Says that memory is out, as far as that is what ended the process. Calls nothing that allocates.
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

// Prepares for a limit on address space, and returns whether it leaves room for threads.
//
// The runtime aborts when an allocation fails, and the library that starts threads waits for ever
// when there is no room for their stacks. Does nothing where address space has no limit.
static inline int callocator_guard_memory(int threads)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 1;
    int crashes[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS};
    for (size_t index = 0; index < sizeof crashes / sizeof crashes[0]; index++)
        signal(crashes[index], callocator_on_crash);
    size_t stack = 8 << 20;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) == 0) {
        pthread_attr_getstacksize(&attributes, &stack);
        pthread_attr_destroy(&attributes);
    }
    if (callocator_has_room((rlim_t)stack * (rlim_t)threads + CALLOCATOR_WORKING)) return 1;
    callocator_say(
        "playctl: out of memory: the limit on address space (ulimit -v) leaves no room for "
        "threads\n");
    return 0;
}

#endif
