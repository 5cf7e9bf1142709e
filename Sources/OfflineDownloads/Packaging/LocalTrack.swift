import Formats
import Playlists
import Transport
import VirtualTime

/// The media playlist of a track in the package, and its files.
///
/// The playlist keeps durations, titles, gaps, discontinuities, dates, date ranges with all their
/// attributes, cue tags, bitrates, sequence numbers, and the start point. Comments, unknown tags,
/// unknown attributes of other tags, partial segments, preload hints, rendition reports, server
/// control and interstitials are dropped, because they may refer to resources outside the package.
/// Every byte range becomes a separate file; duplicates are loaded once.
struct LocalTrack {
    /// The limits that remain for further tracks of a download.
    struct Budget {
        /// The number of files that can still be added.
        var resources = 1_000_000
        /// The total length of the locations that can still be added, in bytes.
        ///
        /// A long base location counts again for each segment.
        var locationBytes = 256 << 20
    }

    private struct Place: Hashable {
        var url: String
        var byteRange: Range<Int64>?
    }

    private let kind: PackagePlan.Track.Kind
    private let url: String
    private let base: URIReference
    private let folder: String
    private let number: Int
    private let keys: LocalKeys
    private var names: [Place: String] = [:]
    private var sectionNames: [Place: String] = [:]
    private(set) var playlist = MediaPlaylist()
    private(set) var resources: [PackagePlan.Resource] = []

    /// Plans a track.
    ///
    /// - Parameters:
    ///   - source: The original playlist.
    ///   - url: The location of the original playlist.
    ///   - kind: The kind of the track.
    ///   - folder: The folder of the track's files in the package.
    ///   - number: The index of the track in the plan.
    ///   - keys: The keys, with their bytes.
    ///   - budget: The remaining limits.
    /// - Throws: When a limit is exceeded, or when all key formats in effect are unknown.
    init(
        _ source: MediaPlaylist, from url: String, kind: PackagePlan.Track.Kind, folder: String,
        number: Int, keys: LocalKeys, budget: inout Budget
    ) throws(OfflineError) {
        self.kind = kind
        self.url = url
        base = URIReference(url)
        self.folder = folder
        self.number = number
        self.keys = keys
        // The total length is checked before a path, which may be long, is prepended to many names.
        let (length, overflow) = base.path.utf8.count
            .multipliedReportingOverflow(by: source.segments.count)
        guard !overflow, length <= budget.locationBytes else { throw Self.tooLong }
        takeHeader(of: source)
        // Consecutive segments often have the same scope: keys, initialization section and bitrate.
        // Their local segments are copies of one template, so that the copies share these values in
        // memory.
        var template: (source: MediaSegment, local: MediaSegment)?
        playlist.segments.reserveCapacity(source.segments.count)
        for (index, segment) in source.segments.enumerated() {
            var local: MediaSegment
            if let template, template.source.hasSameScope(as: segment) {
                local = template.local
            } else {
                local = try makeTemplate(segment, budget: &budget)
                template = (segment, local)
            }
            local.duration = segment.duration
            local.startsDiscontinuity = segment.startsDiscontinuity
            local.isGap = segment.isGap
            takeExtras(of: segment, into: &local)
            local.uri = try name(of: segment, index, budget: &budget)
            playlist.segments.append(local)
        }
        takeTail(of: source)
    }

    private static let tooLong = OfflineError(
        .unsupported, "the locations of the segments are too long")

    private mutating func takeHeader(of source: MediaPlaylist) {
        // The written tags need at most version 7; a higher version causes no harm.
        playlist.version = min(max(source.version, 7), 13)
        playlist.hasIndependentSegments = source.hasIndependentSegments
        if let start = source.start {
            playlist.start = StartPoint(offset: start.offset, isPrecise: start.isPrecise)
        }
        let longest = source.segments.lazy.map(\.duration).max() ?? .zero
        let bound = max(source.targetDuration ?? .zero, longest)
        let whole = bound.value(timescale: 1)
        let isShort = MediaTime.seconds(whole) < (source.targetDuration ?? .zero)
        playlist.targetDuration = .seconds(max(1, isShort ? whole + 1 : whole))
        playlist.mediaSequence = source.mediaSequence
        playlist.discontinuitySequence = source.discontinuitySequence
        playlist.playlistType = .vod
        playlist.hasEndList = true
        playlist.dateRanges = source.dateRanges.compactMap(Self.kept)
    }

    /// Creates the template for the local copies of a segment and of the segments after it.
    private mutating func makeTemplate(
        _ segment: MediaSegment, budget: inout Budget
    ) throws(OfflineError) -> MediaSegment {
        var local = MediaSegment(uri: "", duration: .zero)
        if var section = segment.initializationSection {
            section.uri = try name(of: section, budget: &budget)
            section.byteRange = nil
            section.otherAttributes = []
            if !section.keys.isEmpty { section.keys = try kept(section.keys) }
            local.initializationSection = section
        }
        // The keys are set only when there are any, because an empty list would be written as a
        // tag that ends encryption, even before the first segment.
        let keys = try kept(segment.keys)
        if !keys.isEmpty { local.keys = keys }
        local.bitrate = segment.bitrate
        return local
    }

    private func kept(_ keys: [EncryptionKey]) throws(OfflineError) -> [EncryptionKey] {
        guard let key = try LocalKeys.choose(among: keys) else { return [] }
        guard let local = self.keys.local(key, in: url) else {
            throw OfflineError(.downloadFailure, "a key of \(SafeText.url(url)) was not fetched")
        }
        return [local]
    }

    private func takeExtras(of segment: MediaSegment, into local: inout MediaSegment) {
        // Setting a property costs more than reading it, and few segments have these properties.
        let title = KeptText.optional(segment.title)
        if title != local.title { local.title = title }
        let date = segment.programDateTime
        if date != local.programDateTime { local.programDateTime = date }
        let markers = segment.cueMarkers.map(Self.kept)
        if markers != local.cueMarkers { local.cueMarkers = markers }
    }

    private mutating func takeTail(of source: MediaPlaylist) {
        guard let last = source.tail, !last.cueMarkers.isEmpty else { return }
        var tail = SegmentTail()
        tail.cueMarkers = last.cueMarkers.map(Self.kept)
        // The tail must have the same keys and the same initialization section as the last segment.
        if let keys = playlist.segments.last?.keys, !keys.isEmpty { tail.keys = keys }
        tail.initializationSection = playlist.segments.last?.initializationSection
        playlist.tail = tail
    }

    private static func kept(_ marker: CueMarker) -> CueMarker {
        CueMarker(marker.kind, value: marker.value.map(KeptText.line))
    }

    /// Returns a date range with cleaned texts; `nil` for interstitials.
    ///
    /// Interstitials refer to resources outside the package. Attributes with invalid names are
    /// removed.
    private static func kept(_ range: DateRange) -> DateRange? {
        guard range.rangeClass != Interstitial.dateRangeClass,
            range[attribute: "X-ASSET-URI"] == nil,
            range[attribute: "X-ASSET-LIST"] == nil
        else { return nil }
        var local = range
        local.id = KeptText.line(range.id)
        local.rangeClass = range.rangeClass.map(KeptText.line)
        local.cue = range.cue.map(KeptText.line)
        local.otherAttributes = KeptText.attributes(range.otherAttributes)
        return local
    }

    // MARK: Names

    private mutating func name(
        of segment: MediaSegment, _ index: Int, budget: inout Budget
    ) throws(OfflineError) -> String {
        let place = try place(segment.uri, segment.byteRange, budget: &budget)
        if !segment.isGap, let name = names[place] { return name }
        let name = LocalNames.segment(
            index, url: place.url, kind: kind,
            hasInitialization: segment.initializationSection != nil)
        // A segment marked as a gap has a name, but no file.
        if segment.isGap { return name }
        names[place] = name
        try add(place, as: name, .segment, budget: &budget) { resource in
            resource.duration = segment.duration
            resource.expectedBytes =
                place.byteRange.map { $0.upperBound - $0.lowerBound }
                ?? segment.bitrate.map {
                    let bits = $0.multipliedReportingOverflow(by: 1000)
                    return SizeEstimate.bytes(
                        of: segment.duration,
                        bitsPerSecond: bits.overflow ? .max : Int64(bits.partialValue))
                }
        }
        return name
    }

    private mutating func name(
        of section: InitializationSection, budget: inout Budget
    ) throws(OfflineError) -> String {
        let place = try place(section.uri, section.byteRange, budget: &budget)
        if let name = sectionNames[place] { return name }
        let name = LocalNames.initialization(sectionNames.count)
        sectionNames[place] = name
        try add(place, as: name, .initializationSection, budget: &budget) { resource in
            resource.expectedBytes = place.byteRange.map { $0.upperBound - $0.lowerBound }
        }
        return name
    }

    private func place(
        _ uri: String, _ byteRange: Range<Int64>?, budget: inout Budget
    ) throws(OfflineError) -> Place {
        let place = Place(url: URIReference(uri).resolved(against: base).text, byteRange: byteRange)
        budget.locationBytes -= place.url.utf8.count
        guard budget.locationBytes >= 0 else { throw Self.tooLong }
        return place
    }

    private mutating func add(
        _ place: Place, as name: String, _ kind: ResourceKind, budget: inout Budget,
        with change: (inout PackagePlan.Resource) -> Void
    ) throws(OfflineError) {
        budget.resources -= 1
        guard budget.resources >= 0 else {
            throw OfflineError(.unsupported, "there are too many segments to keep them offline")
        }
        var resource = PackagePlan.Resource(
            name: "\(folder)/\(name)", url: place.url, byteRange: place.byteRange, kind: kind,
            track: number, duration: .zero)
        change(&resource)
        resources.append(resource)
    }
}

extension MediaSegment {
    /// Returns whether another segment has the same keys, initialization section and bitrate.
    fileprivate func hasSameScope(as other: MediaSegment) -> Bool {
        keys == other.keys && bitrate == other.bitrate
            && initializationSection == other.initializationSection
    }
}
