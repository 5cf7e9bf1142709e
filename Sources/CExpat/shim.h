#ifndef HEADLESS_PLAYBACK_CEXPAT_SHIM_H
#define HEADLESS_PLAYBACK_CEXPAT_SHIM_H

#include <expat.h>

#endif
