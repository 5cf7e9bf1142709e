import Formats
import Playlists
import VirtualTime

/// The rule that an advertising break starts at a keyframe.
struct BreakMediaRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    let stream: MeasuredStream

    /// The marked start of an advertising break.
    private struct Start {
        let place: MediaTime
        let line: Int?
        let name: String
    }

    func check(_ log: inout BreachLog) {
        let starts = markedStarts + rangeStarts
        guard !starts.isEmpty else { return }
        let clock = ProgrammeClock(stream, media)
        for start in starts {
            guard let time = clock.time(at: start.place), let video = video(at: start.place) else {
                continue
            }
            let nearest = video.keyframes.map { ($0 - time).magnitude }.min()
            guard let nearest, nearest > video.frameDuration + .milliseconds(20) else { continue }
            log.note(
                "ad.not-on-keyframe", in: playlist.url, line: start.line,
                "\(start.name) at \(start.place) s is \(nearest) s from the next keyframe",
                expected: "a keyframe at the start of a break")
        }
    }

    private var markedStarts: [Start] {
        MarkedBreak.breaks(of: media).breaks.map { item in
            Start(
                place: item.start, line: playlist.text.segment(item.segment)?.information,
                name: "CUE-OUT")
        }
    }

    private var rangeStarts: [Start] {
        let calendar = PlaylistCalendar(media)
        guard media.hasEndList, !calendar.starts.isEmpty else { return [] }
        return media.dateRanges.joinedByID.compactMap { range in
            guard range.scte35Out != nil || range.rangeClass == Interstitial.dateRangeClass,
                range.cue.isEmpty,
                // With this value, an interstitial starts at the nearest boundary of a segment.
                range.interstitial?.snaps.contains("OUT") != true,
                let date = range.startDate?.millisecondsSince1970,
                let place = calendar.place(of: date, in: media)
            else { return nil }
            let tag = playlist.text.tags(.dateRange).first { $0["ID"]?.value == range.id }
            return Start(
                place: place, line: tag?.line,
                name: "the date range \"\(SafeText.quoted(range.id))\"")
        }
    }

    /// Returns the video track of the segment at a position; `nil` where no video was read.
    private func video(at place: MediaTime) -> MeasuredTrack? {
        var start = MediaTime.zero
        for (index, segment) in media.segments.enumerated() {
            let end = start + segment.duration
            if place + .milliseconds(50) < end, place + .milliseconds(50) >= start {
                return stream.segments.first { $0.index == index && !$0.isLost }?.track(.video)
            }
            start = end
        }
        return nil
    }
}
