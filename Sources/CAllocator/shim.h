#ifndef HEADLESS_PLAYBACK_CALLOCATOR_SHIM_H
#define HEADLESS_PLAYBACK_CALLOCATOR_SHIM_H

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Keeps what the allocator holds back the same for all input. Left alone, glibc lets one large
// block that is freed, such as the text of a long playlist, raise how much unused memory every
// thread keeps from then on. Does nothing where the allocator is another.
static inline void callocator_fix_thresholds(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 512 << 10);
#endif
}

#endif
