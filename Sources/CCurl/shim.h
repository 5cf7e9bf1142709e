#ifndef HEADLESS_PLAYBACK_CCURL_SHIM_H
#define HEADLESS_PLAYBACK_CCURL_SHIM_H

#include <curl/curl.h>

// Swift cannot call variadic functions; one function here for each type of argument.

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_writer(
    CURL *handle, CURLoption option, size_t (*value)(char *, size_t, size_t, void *))
{
    return curl_easy_setopt(handle, option, value);
}

// Lets a transfer end without waiting for the name of its host to be resolved.
static inline CURLcode ccurl_allow_quick_exit(CURL *handle)
{
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    return CURLE_OK;
#endif
}

static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value)
{
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_get_string(CURL *handle, CURLINFO info, char **value)
{
    return curl_easy_getinfo(handle, info, value);
}

static const unsigned int ccurl_url_any_scheme = CURLU_NON_SUPPORT_SCHEME;
static const unsigned int ccurl_url_default_port = CURLU_DEFAULT_PORT;

static const long ccurl_global_default = CURL_GLOBAL_DEFAULT;

#endif
