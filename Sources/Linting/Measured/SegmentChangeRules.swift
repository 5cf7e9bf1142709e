import Formats
import Playlists
import VirtualTime

/// The rules about the properties of media that change from one segment to the next.
struct SegmentChangeRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    let stream: MeasuredStream
    private var url: String { playlist.url }

    func check(_ log: inout BreachLog) {
        guard !playlist.isOfIFrames else { return }
        var size: PictureSize?
        for (earlier, later) in zip(stream.segments, stream.segments.dropFirst()) {
            guard later.index == earlier.index + 1, !later.isLost, !earlier.isLost else {
                size = nil
                continue
            }
            size = PictureSize(of: earlier) ?? size
            if media.segments[later.index].startsDiscontinuity {
                checkDiscontinuity(earlier, later, &log)
                size = nil
            } else {
                compareKinds(earlier, later, &log)
                compareFormats(earlier, later, &log)
                comparePictures(earlier, later, size, &log)
                compareSound(earlier, later, &log)
            }
        }
    }

    private func note(
        _ code: String, _ later: MeasuredSegment, _ problem: String, _ log: inout BreachLog
    ) {
        log.note(
            code, in: url, line: playlist.line(ofSegment: later.index), problem,
            expected: "EXT-X-DISCONTINUITY")
    }

    // MARK: Changes without a discontinuity

    private func compareKinds(
        _ earlier: MeasuredSegment, _ later: MeasuredSegment, _ log: inout BreachLog
    ) {
        func kinds(_ segment: MeasuredSegment) -> [String] {
            segment.tracks.map(\.kind.rawValue).sorted()
        }
        let (before, after) = (kinds(earlier), kinds(later))
        guard before != after, !before.isEmpty, !after.isEmpty,
            stream.endOfAudio(before: later, of: media) == nil
        else { return }
        func words(_ kinds: [String]) -> String { kinds.joined(separator: " and ") }
        note(
            "segment.discontinuity-tracks", later,
            "the segment has \(words(after)), and the one before it \(words(before))", &log)
    }

    /// Compares the formats of the first tracks of each kind.
    ///
    /// The format is the family of the codec. Other differences of codecs concern parameters.
    private func compareFormats(
        _ earlier: MeasuredSegment, _ later: MeasuredSegment, _ log: inout BreachLog
    ) {
        for kind in [MeasuredTrack.Kind.video, .audio, .text] {
            guard let before = earlier.track(kind)?.codec, let after = later.track(kind)?.codec,
                Self.differInFormat(before, after)
            else { continue }
            note(
                "segment.discontinuity-tracks", later,
                "the \(kind.rawValue) changes from \(before) to \(after)", &log)
        }
    }

    private static func differInFormat(_ before: String, _ after: String) -> Bool {
        CodecName.family(before) != CodecName.family(after)
    }

    /// Compares the pictures of two segments.
    ///
    /// - Parameters:
    ///   - earlier: The first segment.
    ///   - later: The segment after it.
    ///   - size: The latest known picture size of the segments between the last discontinuity and
    ///     `later`; `nil` if none is known.
    ///   - log: Receives the breaches.
    private func comparePictures(
        _ earlier: MeasuredSegment, _ later: MeasuredSegment, _ size: PictureSize?,
        _ log: inout BreachLog
    ) {
        guard let one = earlier.track(.video), let next = later.track(.video) else { return }
        let found = PictureSize(of: later)
        let isResized = if let size, let found { size != found } else { false }
        let isRecoded =
            if let before = one.codec, let after = next.codec {
                before != after && !Self.differInFormat(before, after)
            } else {
                false
            }
        if isResized || isRecoded {
            let words = [found.map { "\($0.width)x\($0.height)" }, next.codec].compactMap(\.self)
            note(
                "segment.discontinuity-parameters", later,
                "the video changes to \(words.joined(separator: " "))", &log)
        }
        if let before = one.frameRate, let after = next.frameRate, next.sampleCount > 24,
            one.sampleCount > 24, abs(before / after - 1) > 0.1
        {
            note(
                "segment.frame-rate-change", later,
                "the frame rate changes from \(SegmentMediaRules.rounded(before)) to"
                    + " \(SegmentMediaRules.rounded(after))", &log)
        }
    }

    /// The codec HE-AAC v2, whose stereo may be described as one channel.
    private static let parametricStereo = "mp4a.40.29"

    private func compareSound(
        _ earlier: MeasuredSegment, _ later: MeasuredSegment, _ log: inout BreachLog
    ) {
        guard let one = earlier.track(.audio), let next = later.track(.audio) else { return }
        if let before = one.codec, let after = next.codec, before != after {
            if !Self.differInFormat(before, after) {
                note(
                    "segment.discontinuity-parameters", later,
                    "the audio changes from \(before) to \(after)", &log)
            }
        } else if let before = one.sampleRate, let after = next.sampleRate, before != after {
            note(
                "segment.discontinuity-parameters", later,
                "the audio changes from \(before) to \(after) Hz", &log)
        } else if let before = one.channels, let after = next.channels, before != after,
            one.codec != Self.parametricStereo
        {
            note(
                "segment.discontinuity-parameters", later,
                "the audio changes from \(before) to \(after) channels", &log)
        }
        if let before = one.channels, let after = next.channels, before != after {
            note(
                "audio.layout-change", later,
                "the audio changes from \(before) to \(after) channels", &log)
        }
    }

    // MARK: Changes at a discontinuity

    private func checkDiscontinuity(
        _ earlier: MeasuredSegment, _ later: MeasuredSegment, _ log: inout BreachLog
    ) {
        let line = playlist.text.segment(later.index)?.discontinuity
        for kind in [MeasuredTrack.Kind.video, .audio] {
            guard let one = earlier.track(kind)?.codec, let next = later.track(kind)?.codec,
                Self.differInFormat(one, next)
            else { continue }
            log.note(
                "segment.codec-change", in: url, line: line,
                "the \(kind.rawValue) changes from \(one) to \(next)",
                expected: "one codec in all parts")
        }
        let (before, after) = (media.segments[earlier.index], media.segments[later.index])
        guard before.initializationSection == after.initializationSection,
            before.keys == after.keys,
            earlier.tracks.count == later.tracks.count, !later.tracks.isEmpty,
            zip(earlier.tracks, later.tracks).allSatisfy({ continues($0, $1) })
        else { return }
        log.note(
            "segment.discontinuity-needless", in: url, line: line,
            "times, tracks and their properties continue at the discontinuity",
            expected: "EXT-X-DISCONTINUITY where something changes")
    }

    /// Returns whether two tracks have equal properties, and the second follows the first directly.
    private func continues(_ one: MeasuredTrack, _ next: MeasuredTrack) -> Bool {
        one.kind == next.kind && one.codec == next.codec && one.width == next.width
            && one.height == next.height && one.sampleRate == next.sampleRate
            && one.channels == next.channels
            && (next.start - one.end).magnitude <= one.frameDuration
    }
}

/// The size of the pictures in a segment.
private struct PictureSize: Equatable {
    let width: Int
    let height: Int

    /// Creates the size of the pictures in a segment; `nil` if the size is not known.
    ///
    /// A segment without a keyframe may not state the size.
    init?(of segment: MeasuredSegment) {
        guard let track = segment.track(.video), let width = track.width, let height = track.height
        else { return nil }
        self.width = width
        self.height = height
    }
}
