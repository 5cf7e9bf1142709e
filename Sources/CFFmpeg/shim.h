#ifndef HEADLESS_PLAYBACK_CFFMPEG_SHIM_H
#define HEADLESS_PLAYBACK_CFFMPEG_SHIM_H

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/md5.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>

// Macros with casts or arguments do not reach Swift; these carry their values over.
static const int64_t shim_AV_NOPTS_VALUE = AV_NOPTS_VALUE;
static const int shim_AVERROR_EOF = AVERROR_EOF;
static const int shim_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int shim_AVERROR_EIO = AVERROR(EIO);
static const int shim_AVERROR_EPERM = AVERROR(EPERM);
static const int shim_AVERROR_EINVAL = AVERROR(EINVAL);
static const int shim_AVERROR_ENOMEM = AVERROR(ENOMEM);
static const int shim_AVERROR_ENOSYS = AVERROR(ENOSYS);
static const int shim_AVERROR_PATCHWELCOME = AVERROR_PATCHWELCOME;
static const int shim_AV_INPUT_BUFFER_PADDING_SIZE = AV_INPUT_BUFFER_PADDING_SIZE;

static const uint64_t shim_AV_PIX_FMT_FLAG_BE = AV_PIX_FMT_FLAG_BE;
static const uint64_t shim_AV_PIX_FMT_FLAG_PAL = AV_PIX_FMT_FLAG_PAL;
static const uint64_t shim_AV_PIX_FMT_FLAG_BITSTREAM = AV_PIX_FMT_FLAG_BITSTREAM;
static const uint64_t shim_AV_PIX_FMT_FLAG_HWACCEL = AV_PIX_FMT_FLAG_HWACCEL;
static const uint64_t shim_AV_PIX_FMT_FLAG_RGB = AV_PIX_FMT_FLAG_RGB;

_Static_assert(LIBAVFORMAT_VERSION_MAJOR >= 59, "channel layouts need FFmpeg 5.1 or later");

#endif
