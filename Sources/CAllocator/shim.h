#ifndef HEADLESS_PLAYBACK_CALLOCATOR_SHIM_H
#define HEADLESS_PLAYBACK_CALLOCATOR_SHIM_H

#include <stdlib.h>
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

#endif
