import VirtualTime

/// Finds audio and video whose timestamps disagree at the start of an asset or a discontinuity.
///
/// A variant stream and the audio rendition played with it share the timestamp origin of each
/// discontinuity domain. Both positions are known at the start of an asset that is not a broadcast.
/// Where playback starts elsewhere, an offset between their timestamps is tolerated, because one of
/// the two positions may be an estimate. In a later domain that both tracks reach without a gap,
/// both positions are known. If the offset has changed there, the tracks are not synchronous.
struct RenditionClocks: Equatable, Sendable {
    /// A segment of a rendition.
    struct Entry {
        /// The location of the rendition's playlist.
        let rendition: String
        /// Whether the rendition is audio that is played with a variant stream.
        let isAudio: Bool
        let domain: Int
        /// The position of the segment according to the playlist and the previous segments.
        let expected: Range<MediaTime>
        /// Whether the playlist lists the whole asset, so that the asset starts at zero.
        let isWhole: Bool

        /// Whether the position of the segment is known because the asset starts near it.
        ///
        /// This close to the start, the sum of stated durations cannot be wrong by a whole jump.
        var isAtStart: Bool { isWhole && expected.lowerBound <= SegmentPlacer.longestDrift }
    }

    /// The first segment of a domain, which fixed the timestamp origin of the domain.
    private struct Model: Equatable {
        let rendition: String
        let isAudio: Bool
        /// Whether the segment directly followed another segment of its rendition.
        let continues: Bool
        /// Whether the asset starts near the segment.
        let isAtStart: Bool
    }

    /// The state of a rendition, from its placed segments.
    private struct Course: Equatable {
        /// The offset of the timestamps from the origin of the domain in which playback started.
        var base: MediaTime
        var domain: Int
        var end: MediaTime
        /// The declared duration of the last placed segment.
        var duration = MediaTime.zero
    }

    private struct Place: Hashable {
        let rendition: String
        let domain: Int
    }

    /// The origins of a rendition whose timestamps disagree with the origin of the domain.
    private struct Apart: Equatable {
        var origins: TimestampOrigins
        let distance: MediaTime
    }

    private static let mostEntries = 4096

    private var models: [Int: Model] = [:]
    private var courses: [String: Course] = [:]
    private var apart: [Place: Apart] = [:]
    /// Whether timestamps have jumped within a domain.
    ///
    /// The playlist of one track then lacks a discontinuity. As its later domains do not correspond
    /// to the domains of the other track, the timestamps are not compared.
    private var hasJumps = false

    /// Records the segment that fixes the timestamp origin of a domain.
    mutating func fix(by entry: Entry) {
        guard models.count < Self.mostEntries else { return }
        models[entry.domain] = Model(
            rendition: entry.rendition, isAudio: entry.isAudio, continues: continues(entry),
            isAtStart: entry.isAtStart)
    }

    /// Returns whether the origin of a domain may correct the position of a rendition.
    ///
    /// The position is corrected only before the first segment of the rendition is placed. An
    /// origin that audio has fixed does not correct the position of the variant stream.
    func mayCorrect(_ rendition: String, isAudio: Bool, in domain: Int) -> Bool {
        guard courses.count < Self.mostEntries, courses[rendition] == nil else { return false }
        return isAudio || models[domain]?.isAudio != true
    }

    /// Returns the rendition's own origins in a domain; `nil` if it uses the domain's origins.
    func origins(of rendition: String, in domain: Int) -> TimestampOrigins? {
        apart.isEmpty ? nil : apart[Place(rendition: rendition, domain: domain)]?.origins
    }

    /// Returns the offset of a rendition's timestamps from a domain's clock; `nil` if they agree.
    func distance(of rendition: String, in domain: Int) -> MediaTime? {
        apart.isEmpty ? nil : apart[Place(rendition: rendition, domain: domain)]?.distance
    }

    /// Changes the rendition's own origins in a domain.
    ///
    /// - Returns: Whether the rendition has its own origins there.
    mutating func moveOrigin(
        of rendition: String, in domain: Int, timestamp: MediaTime, to presentation: MediaTime
    ) -> Bool {
        let place = Place(rendition: rendition, domain: domain)
        guard apart[place] != nil else { return false }
        apart[place]?.origins.moveOrigin(of: domain, timestamp: timestamp, to: presentation)
        return true
    }

    /// Records that the timestamps of a rendition jump without a declared discontinuity.
    mutating func noteJump() { hasJumps = true }

    /// Compares the timestamps of a segment with the timestamps of the other track.
    ///
    /// If they disagree, the rendition gets its own origin in the domain.
    ///
    /// - Parameters:
    ///   - entry: The segment.
    ///   - timestamp: The first timestamp of the segment.
    ///   - jump: The distance from the expected position to the position according to the
    ///     timestamps; `nil` if it is too short for a jump.
    ///   - limit: The longest distance that does not count as a jump.
    ///   - wrap: The span after which timestamps restart; `nil` when they do not.
    ///   - isFirst: Whether the segment is the first placed one of the rendition in the domain.
    /// - Returns: Whether the timestamps disagree from this segment on.
    mutating func take(
        _ entry: Entry, timestamp: MediaTime, jump: MediaTime?, limit: MediaTime, wrap: MediaTime?,
        isFirst: Bool
    ) -> Bool {
        guard let course = courses[entry.rendition], continues(entry) else {
            var isApart = false
            if let jump, isFirst, startsApart(entry) {
                isApart = part(entry, timestamp: timestamp, distance: jump)
            }
            rebase(entry, to: isApart ? nil : jump)
            return isApart
        }
        courses[entry.rendition]?.domain = entry.domain
        guard let jump, isFirst, !hasJumps, course.domain != entry.domain,
            let model = models[entry.domain], model.isAudio != entry.isAudio, model.continues,
            let other = courses[model.rendition]
        else { return false }
        let change = (jump - (course.base - other.base)).unwrapped(by: wrap)
        guard max(change, -change) > limit else { return false }
        return part(entry, timestamp: timestamp, distance: jump)
    }

    /// Returns whether the other track fixed the origin of the domain, and the asset starts there.
    private func startsApart(_ entry: Entry) -> Bool {
        guard !hasJumps, entry.isAtStart, let model = models[entry.domain] else { return false }
        return model.isAudio != entry.isAudio && model.isAtStart
    }

    /// Gives a rendition its own origin in a domain; returns `false` if there are too many.
    private mutating func part(
        _ entry: Entry, timestamp: MediaTime, distance: MediaTime
    ) -> Bool {
        guard apart.count < Self.mostEntries else { return false }
        var origins = TimestampOrigins()
        origins.fixOrigin(
            of: entry.domain, timestamp: timestamp, at: entry.expected.lowerBound)
        apart[Place(rendition: entry.rendition, domain: entry.domain)] = Apart(
            origins: origins, distance: distance)
        return true
    }

    /// Returns the declared duration of the last placed segment; zero if there is none.
    func lastDuration(of rendition: String) -> MediaTime { courses[rendition]?.duration ?? .zero }

    /// Records the end and the declared duration of a placed segment.
    mutating func place(_ rendition: String, upTo end: MediaTime, lasting duration: MediaTime) {
        courses[rendition]?.end = end
        courses[rendition]?.duration = duration
    }

    /// Records the first segment after the start of playback or after a gap.
    private mutating func rebase(_ entry: Entry, to jump: MediaTime?) {
        let known = courses[entry.rendition]
        guard known != nil || courses.count < Self.mostEntries else { return }
        var course = known ?? Course(base: .zero, domain: entry.domain, end: .zero)
        if jump != nil || course.domain != entry.domain { course.base = jump ?? .zero }
        course.domain = entry.domain
        courses[entry.rendition] = course
    }

    /// Returns whether a segment follows the rendition's last one without a long gap.
    private func continues(_ entry: Entry) -> Bool {
        guard let course = courses[entry.rendition] else { return false }
        let gap = entry.expected.lowerBound - course.end
        return max(gap, -gap) <= SegmentPlacer.longestDrift
    }
}
