import CCurl

/// Translates the result of a transfer with libcurl into the cause of a transport error.
struct HTTPEnd {
    let code: CURLcode
    let answer: HTTPAnswer
    let request: ResourceRequest

    /// The failure of the transfer; `nil` if it completed, even with an error status.
    var failure: TransportError.Cause? {
        if code == CURLE_OK { return nil }
        if let failure = answer.failure { return failure }
        switch code {
        case CURLE_WRITE_ERROR where answer.hasWholeRange: return nil
        case CURLE_ABORTED_BY_CALLBACK: return .cancelled
        case CURLE_OPERATION_TIMEDOUT: return .timedOut
        case CURLE_URL_MALFORMAT: return .malformedURL("libcurl cannot read it")
        case CURLE_UNSUPPORTED_PROTOCOL:
            // This code of libcurl means an unsupported scheme, or a response without a status
            // line. The scheme has already been checked, so the response has no status line.
            return .failed("the answer is not HTTP")
        case CURLE_COULDNT_RESOLVE_HOST: return unreachable("no such host")
        case CURLE_COULDNT_RESOLVE_PROXY: return unreachable("no such proxy")
        case CURLE_COULDNT_CONNECT: return unreachable("no connection")
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_SEND_ERROR,
            CURLE_HTTP2_STREAM, CURLE_HTTP2:
            return interrupted
        default: return security ?? .failed("the transfer failed, libcurl error \(code.rawValue)")
        }
    }

    private var interrupted: TransportError.Cause {
        guard (200...299).contains(answer.status) else {
            return unreachable("the server hung up")
        }
        // If only the end of a chunked body is missing, all expected bytes may have arrived. The
        // expected number is then omitted.
        let expected = answer.expectedByteCount.flatMap { $0 > answer.position ? $0 : nil }
        return .truncated(expected: expected, received: answer.position)
    }

    private var security: TransportError.Cause? {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION: .tls("the certificate is not trusted")
        case CURLE_SSL_CONNECT_ERROR: .tls("the handshake failed")
        case CURLE_SSL_CACERT_BADFILE: .tls("the trusted certificates cannot be read")
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_NOTFOUND, CURLE_USE_SSL_FAILED:
            .tls("libcurl error \(code.rawValue)")
        default: nil
        }
    }

    private func unreachable(_ reason: String) -> TransportError.Cause {
        .unreachable(host: HTTPHost(of: request.url).name, reason: reason)
    }
}

/// The host in a location.
struct HTTPHost {
    /// The name or address, with its port if given, without credentials.
    let name: String

    /// Parses the host in a location.
    init(of url: String) {
        let rest = url.drop { $0 != ":" }.dropFirst().drop { $0 == "/" }
        let authority = rest.prefix { !"/?#\\".contains($0) }
        if let at = authority.lastIndex(of: "@") {
            name = String(authority[authority.index(after: at)...])
        } else {
            name = String(authority)
        }
    }

    /// Whether the host is the local machine.
    var isLoopback: Bool {
        if name.hasPrefix("[") { return name.hasPrefix("[::1]") }
        let host = name.prefix { $0 != ":" }.lowercased()
        return host == "localhost" || host.hasPrefix("127.")
    }
}

extension TransportError.Cause {
    /// Returns the cause of a request's failure on a device without a network connection.
    ///
    /// - Parameter url: The location of the request.
    /// - Returns: The cause, which is temporary.
    package static func noConnection(to url: String) -> Self {
        let isRemote = ResourceScheme(of: url).isRemote
        return .unreachable(
            host: isRemote ? HTTPHost(of: url).name : "the network",
            reason: "the device has no connection")
    }
}
