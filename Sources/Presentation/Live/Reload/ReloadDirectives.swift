package import Playlists

/// The delivery directives of a playlist request.
///
/// Reference: rfc8216bis, section 6.2.5 (Delivery Directives Interface).
package struct ReloadDirectives: Hashable, Sendable {
    /// The kind of delta update that the directive `_HLS_skip` requests.
    package enum Skip: String, Sendable {
        /// Segments are skipped.
        case segments = "YES"
        /// Segments and date ranges are skipped.
        case dateRanges = "v2"
    }

    /// The value for a request without directives.
    package static let none = ReloadDirectives()

    /// The awaited media sequence number, from `_HLS_msn`; `nil` if it is not stated.
    package var sequence: Int?
    /// The index of the awaited part in its segment, from `_HLS_part`; `nil` if it is not stated.
    package var part: Int?
    /// The requested delta update, from `_HLS_skip`; `nil` if none is requested.
    package var skip: Skip?

    /// Creates directives.
    package init(sequence: Int? = nil, part: Int? = nil, skip: Skip? = nil) {
        self.sequence = sequence
        self.part = sequence == nil ? nil : part
        self.skip = skip
    }

    /// Reads the directives of a request.
    ///
    /// - Parameter location: The location of the request; a directive that cannot be read is
    ///   ignored.
    package init(of location: String) {
        let parameters = QueryParameters(of: location)
        self.init(
            sequence: parameters.value(of: "_HLS_msn").flatMap { Int($0) },
            part: parameters.value(of: "_HLS_part").flatMap { Int($0) },
            skip: parameters.value(of: "_HLS_skip").flatMap(Skip.init))
    }

    /// Returns the directives as a query, in the order of their names.
    ///
    /// - Parameter skipComesFirst: Whether `_HLS_skip` comes first, regardless of its name.
    /// - Returns: The query; empty if there are no directives.
    package func query(skipComesFirst: Bool = false) -> String {
        var query = ""
        func append(_ name: String, _ value: String) {
            if !query.isEmpty { query += "&" }
            query += name
            query += "="
            query += value
        }
        if let skip, skipComesFirst { append("_HLS_skip", skip.rawValue) }
        if let sequence { append("_HLS_msn", String(sequence)) }
        if let part { append("_HLS_part", String(part)) }
        if let skip, !skipComesFirst { append("_HLS_skip", skip.rawValue) }
        return query
    }

    /// Returns a location with the directives after its own parameters.
    ///
    /// - Parameters:
    ///   - location: The location of a playlist.
    ///   - skipComesFirst: Whether `_HLS_skip` precedes the other directives.
    /// - Returns: The location to request.
    package func location(_ location: String, skipComesFirst: Bool = false) -> String {
        let query = query(skipComesFirst: skipComesFirst)
        guard !query.isEmpty else { return location }
        if URIReference.withoutQuery(location).endIndex == location.endIndex {
            return location + "?" + query
        }
        var reference = URIReference(location)
        let own = reference.query ?? ""
        reference.query = own.isEmpty ? query : own + "&" + query
        reference.fragment = nil
        return reference.text
    }

    /// Returns a location without delivery directives.
    ///
    /// - Parameter location: A location, such as the location of a response.
    /// - Returns: The location before the directives were added.
    package static func removed(from location: String) -> String {
        QueryParameters(of: location).uri(without: { $0.starts(with: "_HLS_".utf8) }) ?? location
    }

    /// Returns whether a failed request may succeed without directives.
    ///
    /// - Parameter status: The status of the response; `nil` if no response arrived, for example
    ///   because a time limit was reached.
    /// - Returns: Whether the directives are the likely cause.
    package static func mayBeRefused(_ status: Int?) -> Bool {
        status == nil || status == 400 || status == 503
    }

    /// Returns the directives of the first request after a switch to another rendition.
    ///
    /// The numbers of the rendition report are used unchanged, so that the response is sent at once
    /// and is at least as new as the report.
    ///
    /// - Parameters:
    ///   - location: The absolute location of the other rendition's playlist.
    ///   - playlist: The newest playlist of the rendition played so far.
    ///   - base: The absolute location of `playlist`.
    /// - Returns: The directives; none if there is no rendition report.
    package static func forSwitch(
        to location: String, from playlist: MediaPlaylist, at base: String
    ) -> ReloadDirectives {
        guard playlist.serverControl?.canBlockReload == true, !playlist.hasEndList else {
            return .none
        }
        let target = resource(location)
        let report = playlist.renditionReports.first {
            resource(URIReference.resolve($0.uri, against: base)) == target
        }
        return ReloadDirectives(sequence: report?.lastMediaSequence, part: report?.lastPart)
    }

    /// Returns a location without its query.
    private static func resource(_ location: String) -> URIReference {
        var reference = URIReference(location)
        reference.query = nil
        reference.fragment = nil
        return reference
    }
}
