import Formats
package import Playlists
package import VirtualTime

/// The origin server of a live broadcast, computed as a function of time.
///
/// The origin keeps no history: it computes a response from the request and the instant of its
/// arrival. Instants can therefore be queried in any order. Four values describe the broadcast:
/// ``Programme``, ``Encoder``, ``Packager`` and ``Edges``.
///
/// Reference: rfc8216bis, section 6.2 (Server Responsibilities).
package struct LiveOrigin: Equatable, Sendable {
    /// The description of a broadcast, and the values that are computed from it once.
    ///
    /// The description never changes. All copies of an origin share this object, because many parts
    /// of a simulation have a copy.
    private final class Content: Sendable {
        let ranFor: MediaTime
        let edges: Edges
        let multivariant: MultivariantPlaylist
        let programme: Programme
        let packager: Packager
        let encoder: Encoder
        let schedules: [RenditionSchedule]
        let renditions: [RenditionOrigin]
        let latest = AnswerMemo()

        init(
            _ programme: Programme, _ encoder: Encoder, _ packager: Packager, _ edges: Edges,
            _ multivariant: MultivariantPlaylist, ranFor: MediaTime,
            _ schedules: [RenditionSchedule]
        ) {
            self.programme = programme
            self.packager = packager
            self.encoder = encoder
            self.edges = edges
            self.multivariant = multivariant
            self.ranFor = ranFor
            self.schedules = schedules
            renditions = schedules.indices.map {
                RenditionOrigin(schedules, packager, programme, track: $0)
            }
        }
    }

    private let content: Content

    /// Creates an origin.
    ///
    /// - Parameters:
    ///   - programme: The sources, the breaks and the end of the broadcast.
    ///   - encoder: The schedule of the segments.
    ///   - packager: The settings for the playlists.
    ///   - edges: The edge servers that clients reach.
    ///   - multivariant: The multivariant playlist, with locations such as `video/index.m3u8`.
    ///   - ranFor: The time for which the broadcast has already run when the simulation starts.
    /// - Throws: ``OriginError`` when a source is incomplete or a value is out of range.
    package init(
        programme: Programme, encoder: Encoder = Encoder(), packager: Packager,
        edges: Edges = Edges(), multivariant: MultivariantPlaylist = MultivariantPlaylist(),
        ranFor: MediaTime = .zero
    ) throws(OriginError) {
        try OriginLimits.check(programme, encoder, packager, edges, ranFor: ranFor)
        let lines = packager.renditions.indices.map { ProgrammeLine(programme, track: $0) }
        let longest = lines.reduce(MediaTime.zero) { max($0, $1.longest) }
        let target = packager.targetDuration ?? .seconds(longest.secondsUp)
        let grids: [PartGrid?] = packager.renditions.indices.map { track in
            guard packager.renditions[track].hasParts else { return nil }
            return packager.parts.map {
                PartGrid(
                    target: $0.target, frame: programme.sources[0].tracks[track].frameDuration)
            }
        }
        for (line, grid) in zip(lines, grids) { try OriginLimits.check(line, dividedBy: grid) }
        let schedules = packager.renditions.indices.map { track in
            let listing = packager.renditions[track]
            let line = lines[track]
            let encoded = EncodedLine(
                line: line, encoder: encoder, track: track, lag: listing.lag, parts: grids[track],
                count: programme.ending.map { line.firstNumber(from: $0.length) })
            return RenditionSchedule(
                encoded: encoded, listing: listing, window: packager.window,
                ending: programme.ending, targetDuration: listing.targetDuration ?? target)
        }
        content = Content(
            programme, encoder, packager, edges, multivariant, ranFor: ranFor, schedules)
    }

    /// The time for which the broadcast has already run when the simulation starts.
    package var ranFor: MediaTime { content.ranFor }

    /// Whether known segments get other locations, because of a fault of the encoder.
    package var changesLocations: Bool {
        content.encoder.faults.contains { if case .locations = $0 { true } else { false } }
    }

    /// The edge servers that clients reach.
    package var edges: Edges { content.edges }

    /// Returns whether two origins have equal descriptions and therefore equal responses.
    package static func == (one: LiveOrigin, other: LiveOrigin) -> Bool {
        let (own, its) = (one.content, other.content)
        return own === its
            || own.programme == its.programme && own.encoder == its.encoder
                && own.packager == its.packager && own.edges == its.edges
                && own.multivariant == its.multivariant && own.ranFor == its.ranFor
    }

    /// A fault, an ad break or an outage of a broadcast.
    package enum Incident: Equatable, Sendable {
        /// A fault of the encoder, by its index among the encoder's faults.
        case fault(Int)
        /// An ad break, by its index in the programme.
        case adBreak(Int)
        /// An outage, by the index of its edge server and its index among that server's outages.
        case outage(server: Int, Int)
    }

    /// Returns the broadcast without one of its incidents; `nil` if that broadcast is invalid.
    ///
    /// - Parameter incident: The incident, which must exist in this broadcast.
    /// - Returns: The broadcast.
    package func without(_ incident: Incident) -> LiveOrigin? {
        var (programme, encoder, edges) = (content.programme, content.encoder, content.edges)
        switch incident {
        case .fault(let index): encoder.faults.remove(at: index)
        case .adBreak(let index): programme.breaks.remove(at: index)
        case .outage(let server, let index): edges.list[server].outages.remove(at: index)
        }
        return try? LiveOrigin(
            programme: programme, encoder: encoder, packager: content.packager, edges: edges,
            multivariant: content.multivariant, ranFor: content.ranFor)
    }

    /// Returns the answer to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - instant: The instant at which it arrives.
    /// - Returns: The answer, the same for equal arguments.
    package func answer(_ request: OriginRequest, arrivingAt instant: Instant) -> OriginAnswer {
        if let known = content.latest.answer(request, arrivingAt: instant) { return known }
        let answer = newAnswer(request, arrivingAt: instant)
        content.latest.remember(answer, to: request, arrivingAt: instant)
        return answer
    }

    private func newAnswer(
        _ request: OriginRequest, arrivingAt instant: Instant
    ) -> OriginAnswer {
        guard let edge = content.edges.server(for: request) else {
            return answer(
                request, viewed: instant, arrivingAt: instant, shownAfter: .zero, age: nil)
        }
        if let status = edge.status(at: instant) { return .refused(status: status) }
        let directives = DeliveryDirectives(request.location)
        let path = URIReference.withoutQuery(request.location)
        let isPlaylist = path.hasSuffix(ResourceName.playlist)
        let view = edge.view(
            at: instant, ofMedia: !isPlaylist, isBlocking: directives.sequence != nil)
        let age = edge.statesAge ? Int(view.duration(to: instant).components.seconds) : nil
        let lag = isPlaylist ? edge.lag : edge.segmentLag ?? edge.lag
        return answer(request, viewed: view, arrivingAt: instant, shownAfter: lag, age: age)
    }

    /// Returns the state of a rendition's playlist at an instant; `nil` before it lists a segment.
    package func version(ofRendition track: Int, at instant: Instant) -> PlaylistVersion? {
        content.renditions[track].version(at: time(at: instant))
    }

    /// Returns the start of the first segment that a rendition lists at an instant.
    ///
    /// - Parameters:
    ///   - track: The index of the rendition.
    ///   - instant: The instant.
    /// - Returns: The start, counted from the start of the broadcast; `nil` if no segment is listed
    ///   yet.
    package func windowStart(ofRendition track: Int, at instant: Instant) -> MediaTime? {
        version(ofRendition: track, at: instant).flatMap { content.renditions[track].start(of: $0) }
    }

    /// Returns a given version of the media playlist of a rendition.
    package func playlist(ofRendition track: Int, _ version: PlaylistVersion) -> MediaPlaylist {
        content.renditions[track].playlist(version)
    }

    /// Returns the playlist of a rendition in a given state, with only its last segments.
    ///
    /// - Parameters:
    ///   - track: The index of the rendition.
    ///   - version: The state of the playlist.
    ///   - count: The number of segments.
    /// - Returns: The playlist, with at most `count` segments.
    package func end(
        ofRendition track: Int, _ version: PlaylistVersion, count: Int
    ) -> MediaPlaylist {
        content.renditions[track].end(of: version, count: count)
    }

    /// Returns the duration of the longest segment of a rendition, listed or not.
    package func longestSegment(ofRendition track: Int) -> MediaTime {
        content.renditions[track].longest
    }

    /// Returns the time of the broadcast at an instant of the simulation, rounded down.
    package func time(at instant: Instant) -> MediaTime {
        let time = ranFor + MediaTime(elapsed: instant.sinceStart, rate: .normal)
        return max(.zero - OriginLimits.longest, min(time, OriginLimits.longest))
    }

    /// Returns the first instant of the simulation at which the broadcast reaches a time.
    package func instant(at time: MediaTime) -> Instant {
        // A tick is 10^13 / 7056 attoseconds.
        let scaled = Int128((time - ranFor).ticks) * 10_000_000_000_000
        return Instant(sinceStart: Duration(attoseconds: scaled.dividedUp(by: 7056)))
    }

    /// Returns whether a rendition has listed the segment with a given media sequence number.
    ///
    /// - Parameters:
    ///   - sequence: The media sequence number of a segment before the first reset, without the
    ///     offset of the rendition.
    ///   - track: The index of the rendition.
    ///   - instant: The instant.
    /// - Returns: Whether the segment was listed at the instant or before.
    package func hasListed(
        _ sequence: Int, ofRendition track: Int, by instant: Instant
    ) -> Bool {
        let schedule = content.schedules[track]
        let known = schedule.encoded.sequences(of: 0)
        guard known.contains(sequence), let edge = schedule.edge(at: time(at: instant)) else {
            return false
        }
        return edge.generation > 0 || sequence < edge.end
    }

    /// A position in the broadcast, and the ad break that contains the position.
    package struct ProgrammePlace: Equatable, Sendable {
        /// The position, counted from the start of the broadcast.
        package let time: MediaTime
        /// The source or ad break that contains the media.
        package let source: ProgrammeItem.Source
        /// The index of the rendition.
        package let rendition: Int
        /// The index of the ad break that contains the position; `nil` outside of ad breaks.
        package let adBreak: Int?
        /// The start of the ad break in the rendition, minus its start in the first rendition.
        ///
        /// An ad break starts at a segment boundary, and renditions can have different boundaries.
        /// The value is zero outside of ad breaks.
        package let breakOffset: MediaTime
    }

    /// Returns the position in the broadcast at which a segment or part starts.
    ///
    /// - Parameter location: The location of the segment or part, relative to the origin, such as
    ///   `video/s5.ts`.
    /// - Returns: The position; `nil` for any other location.
    package func programmePlace(of location: String) -> ProgrammePlace? {
        guard let path = OriginPath(location), let name = ResourceName(path.file),
            let track = track(named: path.folder),
            let (item, offset) = content.renditions[track].item(of: name)
        else { return nil }
        return ProgrammePlace(
            time: item.start + offset, source: item.source, rendition: track,
            adBreak: item.place?.adBreak,
            breakOffset: item.place.flatMap { breakOffset(of: $0, ofRendition: track) } ?? .zero)
    }

    /// Returns how much later an ad break starts in a rendition than in the first one.
    ///
    /// The result is `nil` if either rendition does not have the ad break.
    private func breakOffset(
        of place: ProgrammeItem.BreakPlace, ofRendition track: Int
    ) -> MediaTime? {
        let starts = [track, 0].compactMap {
            content.schedules[$0].encoded.line
                .start(ofBreak: place.adBreak, occurrence: place.occurrence)
        }
        return starts.count == 2 ? starts[0] - starts[1] : nil
    }

    private func track(named folder: Substring) -> Int? {
        content.packager.renditions.firstIndex { $0.name == folder }
    }

    /// Returns the date that the origin's clock shows at a time of the broadcast.
    ///
    /// The date is in milliseconds since the start of 1970 in UTC.
    package func milliseconds(at time: MediaTime) -> Int64 {
        content.encoder.clock.milliseconds(at: time)
    }

    /// Whether the programme is interrupted by ad breaks.
    package var hasBreaks: Bool { !content.programme.breaks.isEmpty }

    private func answer(
        _ request: OriginRequest, viewed instant: Instant, arrivingAt arrival: Instant,
        shownAfter lag: Duration, age: Int?
    ) -> OriginAnswer {
        guard let path = OriginPath(request.location) else {
            guard URIReference.withoutQuery(request.location) == ResourceName.playlist else {
                return .refused(status: 404)
            }
            return .ready(OriginResponse(.playlist(.multivariant(content.multivariant)), age: age))
        }
        if path.folder == KeyName.folder {
            return content.renditions[0].key(path.file, at: time(at: instant)).map {
                .ready(OriginResponse($0, age: age))
            } ?? .refused(status: 404)
        }
        guard let track = track(named: path.folder) else { return .refused(status: 404) }
        let answer = content.renditions[track].answer(
            path.file, DeliveryDirectives(request.location), at: time(at: instant))
        return shown(answer, to: arrival, after: lag, age: age)
    }

    /// Returns an answer whose instants are converted to the time of the simulation.
    ///
    /// The origin may hold a response until a time of the broadcast. An edge server extends the
    /// hold by its own delay. If the hold has already ended when the request arrives, the method
    /// returns the response without a hold.
    private func shown(
        _ answer: RenditionOrigin.Answer, to arrival: Instant, after lag: Duration, age: Int?
    ) -> OriginAnswer {
        switch answer {
        case .ready(let content, let whole):
            return .ready(OriginResponse(content, age: age, whole: whole))
        case .refused(let status): return .refused(status: status)
        case .held(let time, let next):
            let until = instant(at: time).advanced(by: lag)
            let age = age.map { _ in Int(lag.components.seconds) }
            let next = shown(next, to: max(until, arrival), after: lag, age: age)
            return until <= arrival ? next : .held(until: until, next)
        }
    }
}
