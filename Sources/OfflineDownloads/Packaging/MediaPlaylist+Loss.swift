import Playlists

extension MediaPlaylist {
    /// Returns the first problem that may have lost a listed segment; `nil` when there is none.
    ///
    /// Partial segments are not downloaded, so their problems are ignored. A byte range without an
    /// offset is undefined unless it continues the range of the previous segment (rfc8216bis,
    /// section 4.4.4.2). The parser assumes that an undefined range starts at the first byte. The
    /// assumption loses media only if an earlier segment, or an initialization section, uses the
    /// same resource: the range may then continue after the earlier range. The first range of a
    /// resource is unambiguous. A range with an offset is also unambiguous, even if it repeats the
    /// first bytes of the resource.
    ///
    /// - Parameter url: The location of the playlist.
    /// - Returns: The problem.
    func lossOfMedia(at url: String) -> PlaylistProblem? {
        let mayLose = problems.filter { $0.mayLoseMedia && $0.tag != "EXT-X-PART" }
        if let other = mayLose.first(where: { $0.rule != .missingOffset }) { return other }
        guard let first = mayLose.first, let place = ambiguousOffset(at: url) else { return nil }
        // The parser records only a limited number of problems, so it may not have recorded the
        // problem of the ambiguous offset.
        return place < mayLose.count ? mayLose[place] : first
    }

    /// Returns the number of assumed offsets before the first one that may be wrong.
    ///
    /// The result is `nil` if no assumed offset may be wrong.
    private func ambiguousOffset(at url: String) -> Int? {
        var used: Set<String> = []
        var assumed = 0
        for segment in segments {
            if let section = segment.initializationSection {
                used.insert(URIReference.resolve(section.uri, against: url))
            }
            let isNew = used.insert(URIReference.resolve(segment.uri, against: url)).inserted
            guard segment.hasAssumedOffset else { continue }
            if !isNew { return assumed }
            assumed += 1
        }
        return nil
    }
}
