#ifndef HEADLESS_PLAYBACK_CCURL_SHIM_H
#define HEADLESS_PLAYBACK_CCURL_SHIM_H

#include <curl/curl.h>

#endif
