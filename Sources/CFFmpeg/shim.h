#ifndef HEADLESS_PLAYBACK_CFFMPEG_SHIM_H
#define HEADLESS_PLAYBACK_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>

#endif
