import CCurl

/// The scheme, host and port of a location, as libcurl reads them.
///
/// Whether a host may be asked is decided by the reading of the one that will connect to it: two readers
/// of a location that differ are a way around every rule.
struct HTTPOrigin: Equatable {
    /// The scheme, in lower case.
    let scheme: String
    /// The name or address, in lower case; an IPv6 address is in brackets.
    let host: String
    /// The port, also where it is the usual one.
    let port: Int

    /// Reads the origin of a location; `nil` for one that libcurl cannot read.
    init?(of url: String) {
        guard let location = CurlLocation.reading(url),
            let scheme = location.text(CURLUPART_SCHEME),
            let host = location.text(CURLUPART_HOST), !host.isEmpty,
            let port = location.text(CURLUPART_PORT).flatMap({ Int($0) })
        else { return nil }
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.port = port
    }
}

/// The single owner of a location as libcurl reads it.
///
/// The corresponding C functions are `curl_url`, `curl_url_set`, `curl_url_get` and
/// `curl_url_cleanup`.
@safe
struct CurlLocation: ~Copyable {
    private let handle: OpaquePointer?

    private init() {
        unsafe handle = curl_url()
    }

    deinit {
        unsafe curl_url_cleanup(handle)
    }

    /// Reads a location; `nil` when it is none.
    static func reading(_ url: String) -> CurlLocation? {
        let location = CurlLocation()
        guard location.set(CURLUPART_URL, url) else { return nil }
        return location
    }

    /// Sets a part; returns whether it was accepted.
    func set(_ part: CURLUPart, _ text: String) -> Bool {
        unsafe curl_url_set(handle, part, text, ccurl_url_any_scheme) == CURLUE_OK
    }

    /// A part as it is written, with the usual port where none is; `nil` when there is none.
    func text(_ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let flags = part == CURLUPART_PORT ? ccurl_url_default_port : 0
        guard unsafe curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text = unsafe text
        else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
