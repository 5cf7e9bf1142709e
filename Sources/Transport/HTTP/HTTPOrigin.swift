import CCurl
import Formats

/// The scheme, host and port of a location, as parsed by libcurl.
///
/// Libcurl also connects to the host. If another parser decided whether the host is allowed, any
/// difference between the two parsers could be used to bypass the rules.
struct HTTPOrigin: Equatable {
    /// The scheme, in lower case.
    let scheme: String
    /// The name or address in lower case; an IPv6 address is in brackets.
    let host: String
    /// The port, even if it is the default one.
    let port: Int

    /// Parses the origin of a location; `nil` for a location that libcurl cannot parse.
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

    /// Returns whether data that belongs to another origin may also be sent to this origin.
    ///
    /// The origins must be equal, or must have the same host, with `http` for the other origin and
    /// `https` for this origin. Redirected uploads and the header fields of an asset use this rule.
    func isReached(from home: HTTPOrigin) -> Bool {
        self == home || host == home.host && home.scheme == "http" && scheme == "https"
    }

    /// Returns the path of a location; `/` for a location that libcurl cannot parse.
    static func path(of url: String) -> String {
        CurlLocation.reading(PercentCoding.encodeForbidden(in: url))?.text(CURLUPART_PATH) ?? "/"
    }

    /// Returns the user name in a location; `nil` when it has none.
    static func user(in url: String) -> String? {
        CurlLocation.reading(PercentCoding.encodeForbidden(in: url))?.text(CURLUPART_USER)
    }
}

/// The single owner of a location parsed by libcurl.
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

    /// Parses a location; `nil` if malformed.
    static func reading(_ url: String) -> CurlLocation? {
        let location = CurlLocation()
        guard location.set(CURLUPART_URL, url) else { return nil }
        return location
    }

    /// Sets a part of the location, and returns whether libcurl accepted the part.
    func set(_ part: CURLUPart, _ text: String) -> Bool {
        unsafe curl_url_set(handle, part, text, ccurl_url_any_scheme) == CURLUE_OK
    }

    /// Returns a part of the location as written; `nil` when there is none.
    ///
    /// For a location without a port, the default port of the scheme is returned.
    func text(_ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let flags = part == CURLUPART_PORT ? ccurl_url_default_port : 0
        guard unsafe curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text = unsafe text
        else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
