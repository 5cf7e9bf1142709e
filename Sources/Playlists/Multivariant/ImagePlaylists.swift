extension MultivariantPlaylist {
    private static let imageTag = "#EXT-X-IMAGE-STREAM-INF:"

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
        return lines.compactMap(imagePlaylist)
    }

    /// Returns the URI of the image playlist that a line of this playlist lists.
    ///
    /// - Parameter line: The line.
    /// - Returns: The URI, which is empty if the tag has none; `nil` for any other line.
    package func imagePlaylist(inLine line: String) -> String? {
        guard line.hasPrefix(Self.imageTag) else { return nil }
        var scan = PlaylistScan(Array(line.utf8))
        let attributes = scan.next().map { scan.attributes(of: $0) } ?? []
        let uri = attributes.first { $0.name == "URI" }?.value ?? ""
        return definitions.reduce(uri) { $0.replacing("{$\($1.name)}", with: $1.value) }
    }

    /// Replaces the URIs of the image playlists.
    ///
    /// - Parameter replacement: Returns the new URI for a URI; `nil` removes the image playlist.
    package mutating func replaceImagePlaylists(_ replacement: (String) -> String?) {
        let playlist = self
        func replace(in lines: inout [String]) {
            lines = lines.compactMap { line in
                guard let uri = playlist.imagePlaylist(inLine: line) else { return line }
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
