#ifndef HEADLESS_PLAYBACK_CMICROHTTPD_SHIM_H
#define HEADLESS_PLAYBACK_CMICROHTTPD_SHIM_H

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>

// Swift can neither call variadic functions nor see macros with casts.

// Starts a server on a numeric address, IPv4 or IPv6, with a thread for each connection. Port zero
// lets the system choose, and a timeout of zero seconds means none. Certificate and key, in PEM,
// make it a TLS server; both null make it a plain one. Null means that errno says why not, or that
// the address is none when errno is zero.
static inline struct MHD_Daemon *cmicrohttpd_start(
    const char *address, uint16_t port, unsigned int timeout_seconds,
    MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed, void *context,
    const char *certificate, const char *key)
{
    struct sockaddr_in ipv4 = {0};
    struct sockaddr_in6 ipv6 = {0};
    ipv4.sin_family = AF_INET;
    ipv4.sin_port = htons(port);
    ipv6.sin6_family = AF_INET6;
    ipv6.sin6_port = htons(port);
    struct sockaddr *socket_address = (struct sockaddr *)&ipv4;
    unsigned int flags =
        MHD_USE_AUTO | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD;
    errno = 0;
    if (inet_pton(AF_INET, address, &ipv4.sin_addr) != 1) {
        if (inet_pton(AF_INET6, address, &ipv6.sin6_addr) != 1)
            return NULL;
        socket_address = (struct sockaddr *)&ipv6;
        flags |= MHD_USE_IPv6;
    }
    if (certificate != NULL && key != NULL)
        return MHD_start_daemon(
            flags | MHD_USE_TLS, 0, NULL, NULL, handler, context,
            MHD_OPTION_SOCK_ADDR, socket_address, MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
            MHD_OPTION_NOTIFY_COMPLETED, completed, NULL,
            MHD_OPTION_HTTPS_MEM_CERT, certificate, MHD_OPTION_HTTPS_MEM_KEY, key,
            MHD_OPTION_END);
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handler, context,
        MHD_OPTION_SOCK_ADDR, socket_address, MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_NOTIFY_COMPLETED, completed, NULL, MHD_OPTION_END);
}

// Starts a server whose connections share one thread and may be suspended. The arguments are those of
// cmicrohttpd_start, with the most connections at a time.
static inline struct MHD_Daemon *cmicrohttpd_start_events(
    const char *address, uint16_t port, unsigned int timeout_seconds, unsigned int connections,
    MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed, void *context)
{
    struct sockaddr_in ipv4 = {0};
    struct sockaddr_in6 ipv6 = {0};
    ipv4.sin_family = AF_INET;
    ipv4.sin_port = htons(port);
    ipv6.sin6_family = AF_INET6;
    ipv6.sin6_port = htons(port);
    struct sockaddr *socket_address = (struct sockaddr *)&ipv4;
    unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    errno = 0;
    if (inet_pton(AF_INET, address, &ipv4.sin_addr) != 1) {
        if (inet_pton(AF_INET6, address, &ipv6.sin6_addr) != 1)
            return NULL;
        socket_address = (struct sockaddr *)&ipv6;
        flags |= MHD_USE_IPv6;
    }
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handler, context,
        MHD_OPTION_SOCK_ADDR, socket_address, MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_NOTIFY_COMPLETED, completed, NULL,
        MHD_OPTION_END);
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

// Makes the end of a connection sudden, for its client too.
static inline void cmicrohttpd_reset_when_closed(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const struct linger sudden = {.l_onoff = 1, .l_linger = 0};
    if (info != NULL)
        setsockopt(info->connect_fd, SOL_SOCKET, SO_LINGER, &sudden, sizeof sudden);
}

// A response with a copy of bytes.
static inline struct MHD_Response *cmicrohttpd_copy_response(size_t size, const void *bytes)
{
    return MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

static const ssize_t cmicrohttpd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

#endif
