extension MultivariantPlaylist {
    /// The URIs of the image playlists, whose images are previews for seeks.
    ///
    /// The order may differ from the order of the tags.
    ///
    /// `EXT-X-IMAGE-STREAM-INF` is not a tag of HLS, but an extension by Roku and the DASH Industry
    /// Forum. The parser keeps its lines as those of unknown tags. A tag without a URI has an empty
    /// element.
    package var imagePlaylists: [String] {
        var lines = (variants + iFrameVariants).flatMap(\.precedingLines)
        lines += renditions.flatMap(\.precedingLines)
        lines += sessionData.flatMap(\.precedingLines)
        lines += sessionKeys.flatMap(\.precedingLines)
        lines += (contentSteering?.precedingLines ?? []) + trailingLines
        var reader = ImagePlaylistReader(self)
        return lines.compactMap { reader.uri(inLine: $0) }
    }

    /// Replaces the URIs of the image playlists.
    ///
    /// - Parameter replacement: Returns the new URI for a URI; `nil` removes the image playlist.
    package mutating func replaceImagePlaylists(_ replacement: (String) -> String?) {
        var reader = ImagePlaylistReader(self)
        func replace(in lines: inout [String]) {
            lines = lines.compactMap { line in
                guard let uri = reader.uri(inLine: line) else { return line }
                guard let new = replacement(uri) else { return nil }
                return uri.isEmpty ? line : line.replacingAttribute("URI", with: new)
            }
        }
        for index in variants.indices { replace(in: &variants[index].precedingLines) }
        for index in iFrameVariants.indices { replace(in: &iFrameVariants[index].precedingLines) }
        for index in renditions.indices { replace(in: &renditions[index].precedingLines) }
        for index in sessionData.indices { replace(in: &sessionData[index].precedingLines) }
        for index in sessionKeys.indices { replace(in: &sessionKeys[index].precedingLines) }
        if contentSteering != nil {
            var lines = contentSteering?.precedingLines ?? []
            replace(in: &lines)
            contentSteering?.precedingLines = lines
        }
        replace(in: &trailingLines)
    }
}

/// Reads the lines of a multivariant playlist that list image playlists.
package struct ImagePlaylistReader {
    private static let tag = "#EXT-X-IMAGE-STREAM-INF:"
    /// The number of bytes that the substitution of variables may produce.
    private static let mostBytes = 1 << 24
    /// The maximum number of bytes of a URI with variables.
    private static let mostBytesOfURI = 1 << 16

    private let variables: Variables
    /// Whether a limit was exceeded, so that no further variables are substituted.
    private var isExhausted = false

    /// Creates a reader.
    ///
    /// - Parameter playlist: The playlist, whose variables the lines may use.
    package init(_ playlist: MultivariantPlaylist) {
        var limits = ParsingLimits()
        limits.bytes = Self.mostBytes
        limits.lineBytes = Self.mostBytesOfURI
        variables = Variables(limits: limits)
        for definition in playlist.definitions {
            _ = variables.define(definition.name, as: definition.value)
        }
    }

    /// Returns the URI of the image playlist that a line lists.
    ///
    /// - Parameter line: The line.
    /// - Returns: The URI, which is empty if the tag has none; `nil` for any other line. If the
    ///   variables of the URI cannot be substituted, the result is the URI as written.
    package mutating func uri(inLine line: String) -> String? {
        guard line.hasPrefix(Self.tag) else { return nil }
        var scan = PlaylistScan(Array(line.utf8))
        let attributes = scan.next().map { scan.attributes(of: $0) } ?? []
        let uri = attributes.first { $0.name == "URI" }?.value ?? ""
        guard !isExhausted else { return uri }
        do throws(PlaylistError) {
            return try variables.substitute(uri, tag: "EXT-X-IMAGE-STREAM-INF", line: 1)
        } catch {
            if case .limitExceeded = error.reason { isExhausted = true }
            return uri
        }
    }
}

extension String {
    /// Returns a line with a tag whose quoted attribute has another value.
    fileprivate func replacingAttribute(_ name: String, with value: String) -> String {
        var scan = PlaylistScan(Array(utf8))
        guard let line = scan.next(),
            let attribute = scan.attributes(of: line).first(where: { $0.name == name }),
            attribute.isQuoted
        else { return self }
        let old = Array("\(name)=\"\(attribute.value)\"".utf8)
        let rest = scan.bytes[attribute.place...]
        guard rest.starts(with: old) else { return self }
        let new = Array("\(name)=\"\(value)\"".utf8)
        return String(
            decoding: scan.bytes[..<attribute.place] + new + rest.dropFirst(old.count),
            as: UTF8.self)
    }
}
