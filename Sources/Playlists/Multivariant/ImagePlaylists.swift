extension MultivariantPlaylist {
    private static let imageTag = "#EXT-X-IMAGE-STREAM-INF:"

    /// The URIs of the image playlists, whose images are previews for seeks, in no certain order.
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
}
