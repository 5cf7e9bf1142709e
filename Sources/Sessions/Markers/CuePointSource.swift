import Playlists

/// A kind of mark in the playlists of a broadcast; such marks can become cue points.
package enum CuePointSource: String, CaseIterable, Sendable {
    /// `EXT-X-DATERANGE`, with or without an SCTE 35 splice.
    case dateRange = "daterange"
    /// `EXT-X-CUE-OUT` and `EXT-X-CUE-IN`, in any of their dialects.
    case cueOut = "cue-out"
    /// A splice_info_section in `EXT-X-DATERANGE` or in a cue tag.
    case scte35
}

extension Set<CuePointSource> {
    /// Returns whether a session with these sources makes cue points from a cue tag.
    func include(_ tag: CueMarker) -> Bool {
        contains(.cueOut) && tag.isOut != nil || contains(.scte35) && tag.splice != nil
    }

    /// Returns whether a session with these sources makes cue points from a date range.
    func include(_ range: DateRange) -> Bool {
        let hasSplice =
            range.scte35Out != nil || range.scte35In != nil || range.scte35Command != nil
            || !range.unreadableSplices.isEmpty
        return contains(.dateRange) || contains(.scte35) && hasSplice
    }
}
