import Broadcasts
import ContentProtection
import HeadlessPlayback
import LiveOrigin
import Scenarios
import Transport
import VirtualTime

extension LiveAsset {
    /// Makes the origin of the broadcast.
    ///
    /// - Parameters:
    ///   - start: The date at which the simulated time starts.
    ///   - seed: The seed of the scenario.
    ///   - policies: The policies by which the key server grants licences; `nil` when there is no
    ///     key server.
    ///   - measuresVariants: Whether the variant stream of a media playlist is measured.
    ///   - loader: The loader of the sources.
    /// - Returns: The origin, and the writer of its media.
    /// - Throws: ``BroadcastError`` when a source cannot be broadcast, or a value is impossible.
    func origin(
        start: DateTime, seed: UInt64, policies: KeyPolicies?, measuresVariants: Bool,
        with loader: any ResourceLoader
    ) throws(BroadcastError) -> (LiveOrigin, MediaWriter) {
        var surveys: [BroadcastSource] = []
        for source in sources { surveys.append(try survey(of: source, with: loader)) }
        guard var first = surveys.first else { throw BroadcastError("no source") }
        if measuresVariants { first.measureVariant(with: loader) }
        var programme = Programme(
            sources: surveys.map(\.survey), loop: loop, ending: ending)
        programme.ending?.length = ranFor + (ending?.length ?? .zero)
        for adBreak in breaks {
            let survey = try survey(of: adBreak.source, upTo: adBreak.duration, with: loader).survey
            programme.breaks.append(
                AdBreak(
                    at: ranFor + adBreak.position, every: adBreak.interval, source: survey,
                    duration: adBreak.duration, markers: adBreak.markers,
                    isDiscontinuous: adBreak.isDiscontinuous))
        }
        var encoder = encoder
        encoder.seed ^= seed
        encoder.faults = encoder.faults.map { $0.moved(by: ranFor) }
        encoder.clock.onAir =
            onAir
            ?? DateTime(
                millisecondsSince1970: start.millisecondsSince1970 - ranFor.value(timescale: 1000))
        for place in encoder.clock.steps.indices { encoder.clock.steps[place].at += ranFor }
        var packager = packager
        packager.renditions = try listings(of: first)
        packager.keys?.seed ^= seed
        packager.keys?.licensed = try keyContents.map { content throws(BroadcastError) in
            guard let key = policies?.key(of: content) else {
                throw BroadcastError("no policy of the key server has the content \(content)")
            }
            return KeyRotation.Licensed(content: content, key: key)
        }
        var edges = edges
        edges.seed ^= seed
        let origin: LiveOrigin
        do throws(OriginError) {
            origin = try LiveOrigin(
                programme: programme, encoder: encoder, packager: packager, edges: edges,
                multivariant: first.multivariant, ranFor: ranFor)
        } catch {
            throw BroadcastError("\(error)", underlying: error)
        }
        return (origin, try writer(of: programme, encoder, with: loader))
    }

    private func survey(
        of source: String, upTo duration: MediaTime? = nil, with loader: any ResourceLoader
    ) throws(BroadcastError) -> BroadcastSource {
        var survey = try BroadcastSource(asset: source, with: loader)
        survey.surveyStart(upTo: duration, with: loader)
        if packager.parts != nil { try survey.surveyFrames(with: loader) }
        return survey
    }

    /// Returns the writer of the media.
    ///
    /// The function reads the sources only if the writer must change their timestamps, divide their
    /// segments into parts, or encrypt their samples.
    private func writer(
        of programme: Programme, _ encoder: Encoder, with loader: any ResourceLoader
    ) throws(BroadcastError) -> MediaWriter {
        let jumps = encoder.faults.contains { if case .timestampJump = $0 { true } else { false } }
        let changes =
            loop == .continuous || timestampStart != .zero || decodeTimeBits != nil || jumps
            || packager.parts != nil || breaks.contains(where: { !$0.isDiscontinuous })
        let surveys = programme.sources + programme.breaks.map(\.source)
        let isSecret = surveys.contains { survey in
            survey.tracks.contains { $0.segments.contains { !$0.keys.isEmpty } }
        }
        guard !isSecret || !changes else {
            throw BroadcastError("an encrypted source keeps its timestamps and has no parts")
        }
        guard changes || packager.keys?.method == .sampleAES else { return MediaWriter() }
        var sources: [SourceMedia] = []
        for survey in programme.sources {
            sources.append(try SourceMedia(survey, with: loader))
        }
        var others: [SourceMedia] = []
        for adBreak in programme.breaks {
            others.append(try SourceMedia(adBreak.source, with: loader))
        }
        return MediaWriter(
            sources: sources, breaks: others, isContinuous: loop == .continuous,
            start: timestampStart, decodeTimeBits: decodeTimeBits)
    }

    /// Returns the renditions of a source, with the properties that the scenario states for them.
    private func listings(
        of source: BroadcastSource
    ) throws(BroadcastError) -> [RenditionListing] {
        var listings = source.renditions
        var patterns: [Int: String] = [:]
        for rule in renditions {
            let places = source.locations.indices.filter {
                Wildcard.matches(rule.pattern, source.locations[$0])
            }
            guard !places.isEmpty else {
                throw BroadcastError("no rendition has a location like \(rule.pattern)")
            }
            for place in places {
                let location = source.locations[place]
                if let other = patterns.updateValue(rule.pattern, forKey: place) {
                    throw BroadcastError(
                        "the rules \(other) and \(rule.pattern) both match \(location)")
                }
                let source = listings[place]
                listings[place] = rule.listing
                listings[place].name = source.name
                listings[place].hasParts = source.hasParts
                listings[place].isText = source.isText
            }
        }
        return listings
    }
}

extension EncoderFault {
    /// Returns the fault with its times moved by an amount.
    ///
    /// This is needed for a broadcast that started before the simulation.
    fileprivate func moved(by time: MediaTime) -> EncoderFault {
        switch self {
        case .late(let at, let delay): .late(at: at + time, by: delay)
        case .gap(let span): .gap(span.moved(by: time))
        case .missing(let span): .missing(span.moved(by: time))
        case .missingPart(let span, let index):
            .missingPart(span.moved(by: time), index: index)
        case .silence(let range):
            .silence(range.lowerBound + time..<range.upperBound + time)
        case .restart(let at, let resets, let isTagged, let hasNew):
            .restart(
                at: at + time, resetsSequence: resets, isTagged: isTagged,
                hasNewInitialization: hasNew)
        case .targetDuration(let at, let duration): .targetDuration(at: at + time, duration)
        case .locations(let at): .locations(at: at + time)
        case .strayKey(let span, let kind): .strayKey(span.moved(by: time), kind)
        case .missingKey(let span): .missingKey(span.moved(by: time))
        case .lateKey(let at, let delay): .lateKey(at: at + time, by: delay)
        case .missingMarks(let range):
            .missingMarks(range.lowerBound + time..<range.upperBound + time)
        case .lateDateRanges(let range, let delay):
            .lateDateRanges(range.lowerBound + time..<range.upperBound + time, by: delay)
        case .timestampJump(let at, let jump, let isTagged):
            .timestampJump(at: at + time, by: jump, isTagged: isTagged)
        }
    }
}

extension EncoderFault.Span {
    fileprivate func moved(by time: MediaTime) -> EncoderFault.Span {
        switch self {
        case .times(let range): .times(range.lowerBound + time..<range.upperBound + time)
        case .sequences: self
        }
    }
}
