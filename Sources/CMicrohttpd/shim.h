#ifndef HEADLESS_PLAYBACK_CMICROHTTPD_SHIM_H
#define HEADLESS_PLAYBACK_CMICROHTTPD_SHIM_H

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>

// Swift can neither call variadic functions nor see macros with casts.

// Starts a server on 127.0.0.1 with a thread for each connection. Port zero lets the system choose.
// Certificate and key, in PEM, make it a TLS server; both null make it a plain one.
static inline struct MHD_Daemon *cmicrohttpd_start_loopback(
    uint16_t port, MHD_AccessHandlerCallback handler, void *handler_context,
    const char *certificate, const char *key)
{
    struct sockaddr_in address = {0};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    unsigned int flags = MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD;
    if (certificate != NULL && key != NULL)
        return MHD_start_daemon(
            flags | MHD_USE_TLS, 0, NULL, NULL, handler, handler_context,
            MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
            MHD_OPTION_HTTPS_MEM_CERT, certificate, MHD_OPTION_HTTPS_MEM_KEY, key,
            MHD_OPTION_END);
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handler, handler_context,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_END);
}

// The port on which a server listens; zero when it does not.
static inline uint16_t cmicrohttpd_port(struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info == NULL ? 0 : info->port;
}

// Whether enumerations are closed, and so how Swift names their cases, depends on the release.
static const enum MHD_Result cmicrohttpd_yes = MHD_YES;
static const enum MHD_Result cmicrohttpd_no = MHD_NO;
static const enum MHD_ValueKind cmicrohttpd_header_kind = MHD_HEADER_KIND;
static const enum MHD_ValueKind cmicrohttpd_query_kind = MHD_GET_ARGUMENT_KIND;

// The address from which a request comes; null when it is not known.
static inline const struct sockaddr *cmicrohttpd_client_address(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

// A response with a copy of bytes.
static inline struct MHD_Response *cmicrohttpd_copy_response(size_t size, const void *bytes)
{
    return MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

static const ssize_t cmicrohttpd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

#endif
