#ifndef HEADLESS_PLAYBACK_CREVISION_SHIM_H
#define HEADLESS_PLAYBACK_CREVISION_SHIM_H

// `Scripts/build` writes the commit of the sources; other builds have none.
#if __has_include("commit.h")
#include "commit.h"
#else
#define HEADLESS_PLAYBACK_COMMIT ""
#endif

#endif
