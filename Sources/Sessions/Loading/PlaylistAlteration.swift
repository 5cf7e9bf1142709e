import Formats
package import Playlists
package import Transport

/// The change that an injected fault made to a playlist.
///
/// The changed playlist itself does not show that it was changed.
package struct PlaylistAlteration {
    /// A one-line description of the difference between the original and the changed playlist.
    package let text: String
    /// Whether later versions of the playlist may list other segments.
    ///
    /// The value is determined from the original playlist, and not from the changed playlist.
    let isOfBroadcast: Bool

    /// Compares a playlist that a fault has changed with the original playlist.
    ///
    /// The result is `nil` when there is no fault, or when the fault changes nothing that a player
    /// reads.
    ///
    /// - Parameters:
    ///   - response: The response with the playlist.
    ///   - options: The options of the parser.
    ///   - limit: The largest size of a playlist, in bytes.
    package init?(
        in response: ResourceResponse, _ options: ParsingOptions = ParsingOptions(), limit: Int64
    ) {
        guard let unaltered = response.unaltered else { return nil }
        let found = Self.playlist(in: response.body, options, limit: limit)
        let whole = Self.playlist(in: unaltered, options, limit: limit)
        if let found, found == whole { return nil }
        let difference = found.flatMap { found in whole.map { Self.difference(found, $0) } }
        let words = difference ?? "other text"
        text = SafeText.line(
            "a fault changed the playlist, which states \(words): \(SafeText.url(response.url))")
        isOfBroadcast = whole?.mayChange ?? false
    }

    private static func playlist(
        in body: ResourceBody, _ options: ParsingOptions, limit: Int64
    ) -> Playlist? {
        if let known = body.content as? MadeValue<Playlist> { return known.value }
        guard let bytes = try? body.bytes(limit: limit) else { return nil }
        return try? Playlist(parsing: bytes, options: options)
    }

    private static func difference(_ found: Playlist, _ whole: Playlist) -> String {
        let counts: [(noun: String, found: Int, whole: Int)]
        switch (found, whole) {
        case (.media(let found), .media(let whole)):
            counts = [
                ("segment", found.segments.count, whole.segments.count),
                ("date range", found.dateRanges.count, whole.dateRanges.count),
            ]
        case (.multivariant(let found), .multivariant(let whole)):
            counts = [
                ("variant stream", found.variants.count, whole.variants.count),
                ("rendition", found.renditions.count, whole.renditions.count),
            ]
        default: return "the other kind of playlist"
        }
        let lost = counts.filter { $0.found != $0.whole }
            .map { "\($0.found) of \($0.whole.counted($0.noun))" }
        return lost.isEmpty ? "other tags" : lost.joined(separator: " and ")
    }
}
