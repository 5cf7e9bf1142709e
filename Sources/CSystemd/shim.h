#ifndef HEADLESS_PLAYBACK_CSYSTEMD_SHIM_H
#define HEADLESS_PLAYBACK_CSYSTEMD_SHIM_H

#include <systemd/sd-bus.h>

// Swift can neither call variadic functions nor build the errors of sd-bus.

// Replies to a call with an error.
static inline int csystemd_reply_error(sd_bus_message *call, const char *name, const char *text)
{
    const sd_bus_error error = {.name = name, .message = text};
    return sd_bus_reply_method_error(call, &error);
}

#endif
