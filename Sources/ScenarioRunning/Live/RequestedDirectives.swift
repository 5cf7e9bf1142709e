import Formats
import HeadlessPlayback
package import Playlists
package import Presentation

/// The delivery directives in the location of a request, for checks.
///
/// Reference: rfc8216bis, sections 6.2.5 and 6.3.7 (Requesting Playlist Delta Updates).
package struct RequestedDirectives {
    /// The age of a playlist, in target durations, at which it no longer limits sequence numbers.
    ///
    /// If the newest playlist of a rendition is older, the player takes the numbers for `_HLS_msn`
    /// and `_HLS_part` from the rendition report in the playlist of another rendition. All other
    /// rules for directives still apply.
    private static let oldTargetDurations = 3

    /// The names of the directives that the HLS specification defines.
    private static let known = ["_HLS_msn", "_HLS_part", "_HLS_skip"]

    private let pairs: [(name: String, value: String)]

    /// Reads the directives of a location.
    package init(_ location: String) {
        pairs = QueryParameters(of: location).written(startingWith: "_HLS_")
    }

    private func value(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// Returns the rule that the directives break; `nil` when they break none.
    ///
    /// - Parameters:
    ///   - tuning: The behaviour of the player in broadcasts.
    ///   - playlist: The newest version of the playlist that the player has received.
    ///   - age: The time since the start of the request for that version.
    /// - Returns: The rule in words.
    package func breach(
        of tuning: LiveTuning, after playlist: MediaPlaylist, age: Duration
    ) -> String? {
        guard !pairs.isEmpty else { return nil }
        if playlist.hasEndList { return "no directives after EXT-X-ENDLIST" }
        let names = pairs.map(\.name)
        if let unknown = names.first(where: { !Self.known.contains($0) }) {
            return "no directive \(unknown)"
        }
        let pairs = zip(names, names.dropFirst())
        if !pairs.allSatisfy({ $0 < $1 }) {
            if Set(names).count < names.count { return "each directive once" }
            if names != names.sorted(), !tuning.skipComesFirst { return "directives in order" }
        }
        if let skip = value("_HLS_skip") {
            guard let boundary = playlist.serverControl?.canSkipUntil else {
                return "no _HLS_skip without CAN-SKIP-UNTIL"
            }
            if skip == "v2", playlist.serverControl?.canSkipDateRanges != true {
                return "no _HLS_skip=v2 without CAN-SKIP-DATERANGES"
            }
            if !tuning.skipsAlways, age * 2 >= Duration(playing: boundary, at: .normal) {
                return "a copy younger than half of CAN-SKIP-UNTIL for _HLS_skip"
            }
        }
        return sequenceBreach(of: tuning, after: playlist, age: age)
    }

    private func sequenceBreach(
        of tuning: LiveTuning, after playlist: MediaPlaylist, age: Duration
    ) -> String? {
        guard let sequence = value("_HLS_msn").flatMap({ Int($0) }) else {
            return value("_HLS_part") == nil ? nil : "no _HLS_part without _HLS_msn"
        }
        guard playlist.serverControl?.canBlockReload == true else {
            return "no _HLS_msn without CAN-BLOCK-RELOAD"
        }
        // When a player returns to a rendition, its first request may use numbers of a report in
        // another rendition's playlist. If the rendition's own playlist is outdated, it therefore
        // sets no limit.
        let target = Duration(playing: ReloadPace.target(of: playlist), at: .normal)
        guard age <= target * Self.oldTargetDurations else { return nil }
        var next = playlist.sequenceNumbers.upperBound
        // With CDN tune-in, the directives may skip up to one and a half target durations of media.
        if tuning.tunesIn { next += 1 }
        guard sequence <= next else { return "_HLS_msn of at most \(next)" }
        guard let part = value("_HLS_part").flatMap({ Int($0) }) else { return nil }
        var most = playlist.trailingParts.count
        if tuning.tunesIn {
            // With CDN tune-in, `_HLS_part` may also skip parts with a total duration of up to one
            // target duration.
            guard let length = ReloadPace.partTarget(of: playlist), length > .zero else {
                return nil
            }
            let skipped = target / Duration(playing: length, at: .normal)
            most += Int(min(skipped.rounded(), 1_000_000))
        } else if sequence < next {
            return nil
        }
        return part <= most ? nil : "_HLS_part of at most \(most)"
    }
}

/// Compares a playlist that was merged from a delta update with the full playlist.
///
/// Parts that the full playlist no longer lists are ignored. A playlist states the end of
/// encryption only after an encrypted segment, which the full playlist may no longer list. A clear
/// segment therefore counts as equal with and without `METHOD=NONE` before it.
package struct DeltaComparison {
    /// Whether both playlists are equal.
    package let isEqual: Bool

    /// Compares two playlists.
    ///
    /// - Parameters:
    ///   - merged: The playlist that was merged from a delta update.
    ///   - full: The full playlist.
    ///   - ignoresLocations: Whether locations may differ. A player does not learn the new location
    ///     of a segment that a delta update skips.
    package init(
        _ merged: MediaPlaylist, _ full: MediaPlaylist, ignoringLocations ignoresLocations: Bool
    ) {
        if merged == full {
            isEqual = true
            return
        }
        var (merged, full) = (merged, full)
        guard merged.segments.count == full.segments.count else {
            isEqual = false
            return
        }
        if ignoresLocations { Self.copyLocations(of: full, to: &merged) }
        for index in full.segments.indices where full.segments[index].parts.isEmpty {
            merged.segments[index].parts = []
        }
        Self.stateKeys(of: &merged)
        Self.stateKeys(of: &full)
        isEqual = merged == full
    }
}

extension DeltaComparison {
    /// Gives segments and initialization sections the locations that another playlist states.
    private static func copyLocations(of full: MediaPlaylist, to merged: inout MediaPlaylist) {
        for (index, segment) in full.segments.enumerated() {
            merged.segments[index].uri = segment.uri
            if let uri = segment.initializationSection?.uri {
                merged.segments[index].initializationSection?.uri = uri
            }
        }
        if let uri = full.tail?.initializationSection?.uri {
            merged.tail?.initializationSection?.uri = uri
        }
    }

    /// Makes each segment and initialization section of a playlist state whether it is encrypted.
    private static func stateKeys(of playlist: inout MediaPlaylist) {
        for index in playlist.segments.indices {
            playlist.segments[index].keys = playlist.segments[index].keys
            playlist.segments[index].initializationSection =
                playlist.segments[index].initializationSection?.stated
        }
        guard var tail = playlist.tail else { return }
        tail.keys = tail.keys
        tail.initializationSection = tail.initializationSection?.stated
        playlist.tail = tail
    }
}

extension InitializationSection {
    /// A copy of the section that states its keys explicitly, even if it has no keys.
    fileprivate var stated: InitializationSection {
        var section = self
        section.keys = keys
        return section
    }
}
