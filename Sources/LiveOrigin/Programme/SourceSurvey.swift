package import Playlists
package import VirtualTime

/// The structure of an asset that an origin broadcasts, without its bytes.
package struct SourceSurvey: Equatable, Sendable {
    /// The tracks, in the order of the origin's renditions; the first is the main track.
    package var tracks: [TrackSurvey]
    /// The distinct locations of the keys that an encrypted asset serves as plain bytes.
    package var keys: [String] = []
    /// The timestamp at which the media of the main track starts; `nil` if it was not read.
    package var start: MediaTime?

    /// Creates a survey.
    package init(tracks: [TrackSurvey]) { self.tracks = tracks }

    /// Returns whether a track has a segment that continues after the end of the main track.
    ///
    /// - Parameters:
    ///   - track: The index of the track.
    ///   - duration: The duration after which the source is left with the end of a main segment;
    ///     `nil` broadcasts the whole source.
    /// - Returns: Whether the broadcast contains only a part of the segment.
    package func cutsSegment(ofTrack track: Int, after duration: MediaTime?) -> Bool {
        let main = tracks[0]
        let length = duration.map { Strip.length(of: main, upTo: $0) } ?? main.duration
        let strip = Strip(tracks[track], length: length)
        return strip.starts.indices.last.map {
            tracks[track].segments[$0].isCut(at: strip.duration(of: $0))
        } ?? false
    }
}

/// The structure of one track of an asset.
package struct TrackSurvey: Equatable, Sendable {
    /// The segments, in order.
    package var segments: [SegmentSurvey]
    /// The initialization section of all segments; `nil` when they need none.
    package var initialization: InitializationSection?
    /// The duration of a frame; parts end at multiples of it.
    ///
    /// If it is `nil`, parts can end anywhere.
    package var frameDuration: MediaTime?

    /// Creates a survey.
    package init(
        segments: [SegmentSurvey], initialization: InitializationSection? = nil,
        frameDuration: MediaTime? = nil
    ) {
        self.segments = segments
        self.initialization = initialization
        self.frameDuration = frameDuration
    }

    /// The total duration of the segments.
    package var duration: MediaTime { segments.reduce(.zero) { $0 + $1.duration } }
}

/// The structure of one segment of an asset.
package struct SegmentSurvey: Equatable, Sendable {
    /// The location of the segment.
    package let uri: String
    /// The extension of the file at the location, with its dot.
    let nameExtension: Substring
    /// The byte range of the segment at its location; `nil` means the complete resource.
    package var byteRange: Range<Int64>?
    /// The duration of the segment.
    package var duration: MediaTime
    /// The positions of keyframes, measured from the start of the segment, in order.
    package var keyframes: [MediaTime]
    /// The keys in effect for the segment; empty if the asset is not encrypted.
    ///
    /// Their locations are absolute, and their `IV` attributes are explicit.
    package var keys: [EncryptionKey] = []

    /// Creates a survey.
    package init(
        uri: String, duration: MediaTime, keyframes: [MediaTime] = [.zero],
        byteRange: Range<Int64>? = nil
    ) {
        self.uri = uri
        nameExtension = ResourceName.fileExtension(of: uri)
        self.duration = duration
        self.keyframes = keyframes
        self.byteRange = byteRange
    }

    /// Returns whether a duration in the broadcast omits the end of the segment.
    func isCut(at duration: MediaTime) -> Bool {
        duration + BreakRule.tolerance < self.duration
    }
}
