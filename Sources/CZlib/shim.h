#ifndef HEADLESS_PLAYBACK_CZLIB_SHIM_H
#define HEADLESS_PLAYBACK_CZLIB_SHIM_H

#define ZLIB_CONST
#include <zlib.h>

// The function of zlib is a macro, which does not reach Swift.
static inline int czlib_inflate_init(z_stream *stream, int window_bits)
{
    return inflateInit2(stream, window_bits);
}

#endif
