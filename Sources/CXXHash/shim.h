#ifndef HEADLESS_PLAYBACK_CXXHASH_SHIM_H
#define HEADLESS_PLAYBACK_CXXHASH_SHIM_H

#include <xxhash.h>

_Static_assert(XXH_VERSION_NUMBER >= 800, "the XXH3 hashes are stable from 0.8 on");

#endif
