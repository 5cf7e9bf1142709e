extension MediaPlaylist {
    /// Whether any segment has a key.
    package var listsKeys: Bool {
        hasScope { $0.keys?.isEmpty == false }
    }

    /// Whether any segment or initialization section has a key.
    package var listsKeysOrEncryptedSections: Bool {
        hasScope {
            $0.keys?.isEmpty == false || $0.initializationSection?.keys.isEmpty == false
        }
    }

    /// Returns whether a condition holds for the scope of at least one segment.
    ///
    /// A ``SegmentScope`` contains the keys, the initialization section and the bitrate.
    /// Consecutive segments share one scope, so most segments need no check.
    private func hasScope(_ condition: (SegmentScope) -> Bool) -> Bool {
        let owner = segments
        let segments = owner.span
        var last = Shared<SegmentScope>.plain
        for index in segments.indices where !segments[index].scope.isSame(as: last) {
            last = segments[index].scope
            if condition(last.value) { return true }
        }
        return false
    }
}
