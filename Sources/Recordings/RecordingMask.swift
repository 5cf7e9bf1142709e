import Formats
package import Playlists
package import Transport

/// Hides secrets in the stored files of a recording.
///
/// As in all outputs, digests replace query values, both in requests and in playlists. A location
/// in a recorded playlist therefore equals the location of the recorded request. Delivery
/// directives and short values are kept.
package enum RecordingMask {
    /// The header fields whose values are kept; of all other fields, only the names are kept.
    private static let keptFields: Set<String> = [
        "accept-ranges", "access-control-allow-origin", "age", "cache-control", "cf-cache-status",
        "connection", "content-encoding", "content-length", "content-range", "content-type",
        "date", "etag", "expires", "keep-alive", "last-modified", "retry-after", "server",
        "transfer-encoding", "vary", "via", "x-cache",
    ]
    private static let hidden = "…"
    /// The base that makes a relative location absolute before its secrets are hidden.
    ///
    /// The function that hides secrets needs an absolute location. The base is then removed again.
    private static let base = "http://a/"

    /// Returns a location without secrets.
    ///
    /// A `data:` URL is unchanged: it contains media or a key, and is never requested.
    package static func location(_ url: String) -> String {
        if isData(url) { return url }
        let reference = URIReference(url)
        // The query of a relative location may also contain `://`.
        guard reference.scheme == nil || reference.authority == nil else {
            return SafeText.cleaned(url)
        }
        let whole = url.hasPrefix("//") ? "http:" + url : base + url
        let shown = SafeText.cleaned(whole)
        return String(shown.dropFirst(url.hasPrefix("//") ? "http:".count : base.count))
    }

    /// Returns whether digests may replace values of variables, and so parts of listed locations.
    ///
    /// A location with a digest is not that of a recorded playlist.
    package static func hidesLocations(in list: MultivariantPlaylist) -> Bool {
        list.variables.values.contains { $0.contains(hidden) }
    }

    private static func isData(_ url: some StringProtocol) -> Bool {
        url.prefix(5).lowercased() == "data:"
    }

    /// Returns header fields without secrets, with limits on their number and lengths.
    package static func fields(_ fields: [HeaderField]) -> [HeaderField] {
        fields.prefix(RecordingText.mostFields).map { field in
            let isKept =
                keptFields.contains(field.name.lowercased())
                && field.value.utf8.count <= RecordingText.longestWord
            return HeaderField(
                name: String(field.name.prefix(256)),
                value: isKept ? SafeText.cleaned(field.value) : hidden)
        }
    }

    /// Returns the text of a playlist without secrets in its locations.
    ///
    /// All other bytes remain unchanged.
    package static func playlist(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let hasReturn = line.last == 0x0D
            let own = hasReturn ? line.dropLast() : line
            // A line that begins with a byte order mark is kept, because it is the first line,
            // which is a tag without a location.
            if mayHaveSecret(own), !own.starts(with: [0xEF, 0xBB, 0xBF]) {
                result += masked(String(decoding: own, as: UTF8.self)).utf8
            } else {
                result += own
            }
            if hasReturn { result.append(0x0D) }
            result.append(0x0A)
        }
        result.removeLast()
        return result
    }

    /// Returns whether a line may have a query, a fragment or user information.
    private static func mayHaveSecret(_ line: ArraySlice<UInt8>) -> Bool {
        line.contains { $0 == 0x3F || $0 == 0x23 || $0 == 0x40 }
    }

    private static func masked(_ line: String) -> String {
        guard line.hasPrefix("#") else { return location(line) }
        guard line.hasPrefix("#EXT") else { return SafeText.cleaned(line) }
        var result = ""
        var rest = line[...]
        // A quoted value may be a location: the value of `URI`, of an attribute of an interstitial,
        // or of an attribute of an unknown tag.
        while let open = rest.firstIndex(of: "\""),
            let close = rest[rest.index(after: open)...].firstIndex(of: "\"")
        {
            let name = rest[..<open]
            let value = rest[rest.index(after: open)..<close]
            result += name
            result += "\""
            result +=
                name.hasSuffix("URI=") || isData(value)
                ? location(String(value)) : SafeText.cleaned(String(value))
            result += "\""
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
