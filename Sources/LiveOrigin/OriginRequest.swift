import Playlists

/// A request to an origin.
///
/// A request contains all that an origin needs to know about the client, so an origin stores
/// no client state.
package struct OriginRequest: Equatable, Sendable {
    /// The location relative to the origin, such as `video/index.m3u8?_HLS_msn=5`.
    package var location: String
    /// The name of the client.
    package var client: String
    /// The number of earlier similar requests of the client, which can determine the edge server.
    ///
    /// The caller decides which requests are similar: usually the requests for the same kind of
    /// resource in the same folder.
    package var ordinal: Int

    /// Creates a request.
    package init(_ location: String, client: String = "", ordinal: Int = 0) {
        self.location = location
        self.client = client
        self.ordinal = ordinal
    }

    /// Returns a location relative to an origin.
    ///
    /// - Parameters:
    ///   - url: The absolute location.
    ///   - root: The prefix that the locations of all resources of the origin have in common.
    /// - Returns: The location without the root; `nil` for a resource of another origin.
    package static func location(of url: String, under root: String) -> String? {
        guard url.utf8.starts(with: root.utf8) else { return nil }
        return String(Substring(url.utf8.dropFirst(root.utf8.count)))
    }
}

/// The delivery directives in the query of a request.
///
/// Reference: rfc8216bis, section 6.2.5 (Delivery Directives Interface).
struct DeliveryDirectives: Equatable {
    /// The elements that a delta update skips: segments only, or date ranges as well.
    enum Skip: String {
        case segments = "YES"
        case dateRanges = "v2"
    }

    /// The awaited media sequence number, from `_HLS_msn`.
    var sequence: Int?
    /// The index of the awaited part, from `_HLS_part`.
    var part: Int?
    /// The requested delta update, from `_HLS_skip`.
    var skip: Skip?
    /// Whether the value of a directive is not a number.
    var isMalformed = false

    init(_ location: String) {
        let parameters = QueryParameters(of: location)
        guard !parameters.isEmpty else { return }
        let number = { (name: String) -> (value: Int?, isMalformed: Bool) in
            guard let text = parameters.value(of: name) else {
                return (nil, false)
            }
            let value = ResourceName.number(text)
            return (value, value == nil)
        }
        let (sequence, part) = (number("_HLS_msn"), number("_HLS_part"))
        self.sequence = sequence.value
        self.part = part.value
        isMalformed = sequence.isMalformed || part.isMalformed
        skip = parameters.value(of: "_HLS_skip").flatMap(Skip.init)
    }
}
