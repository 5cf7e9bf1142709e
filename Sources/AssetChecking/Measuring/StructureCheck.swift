import Containers
import Formats
import Linting
import Playlists
import VirtualTime

/// Checks the boxes of a stream's segments against rules, one segment after another.
struct StructureCheck {
    var section: MovieStructure?
    private var sectionName: InitializationSection?
    /// The methods of the keys with which the current initialization section was last compared.
    private var methods: Set<EncryptionKey.Method> = []
    /// The end time of the last fragment of each track, on the track's clock.
    var times: [UInt32: UInt64] = [:]
    /// For each track, the durations of the samples that follow the current initialization section.
    var paces: [UInt32: FragmentPace] = [:]
    private var lastIndex: Int?
    /// The highest frame rate that occurs in the last segment, in frames per second, by track.
    var fastestRates: [UInt32: Double] = [:]
    /// The tracks of the last segment as its boxes describe them.
    private(set) var tracks: [MeasuredTrack] = []

    /// The ISO base media file brands that permit movie fragments as HLS requires them.
    private static let brands: Set<String> = [
        "iso6", "iso7", "iso8", "iso9", "isoa", "isob", "isoc", "cmfc", "cmf2", "cmfs", "cmff",
        "cmfl", "mp42",
    ]
    private static let systems = [
        SystemHeader.widevine: ["urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"],
        SystemHeader.playReady: [
            "com.microsoft.playready", "urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95",
        ],
    ]
    private static let names = [
        SystemHeader.widevine: "Widevine",
        SystemHeader.playReady: "PlayReady",
    ]

    /// Returns the problems of a segment that consists of movie fragments.
    ///
    /// - Parameters:
    ///   - index: The index in the playlist.
    ///   - listed: The segment as it is listed.
    ///   - media: The bytes as they are stored.
    ///   - initialization: The initialization section as it is stored.
    ///   - isOfIFrames: Whether the segment is in an I-frame playlist.
    /// - Returns: The problems. The first segment with an initialization section also has the
    ///   problems of that section.
    mutating func problems(
        of index: Int, _ listed: MediaSegment, media: any ContainerInput,
        initialization: (any ContainerInput)?, isOfIFrames: Bool
    ) -> [MeasuredProblem] {
        var problems: [MeasuredProblem] = []
        let continues = lastIndex == index - 1 && !listed.startsDiscontinuity
        if sectionName != listed.initializationSection {
            sectionName = listed.initializationSection
            section = initialization.flatMap { try? MovieStructure($0) }
            times = [:]
            paces = [:]
            methods = []
            if let section { problems += Self.problems(of: section, listed) }
        }
        let newMethods = Set(listed.keys.map(\.method))
        if let section, newMethods != methods {
            problems += MethodCheck(methods: newMethods).problems(of: section)
        }
        methods = newMethods
        lastIndex = index
        fastestRates = [:]
        tracks = []
        guard listed.initializationSection != nil else { return problems }
        let fragments = try? FragmentStructure(media, movie: section)
        let first = fragments?.firstType
        // The boxes of a segment that is encrypted as a whole may be unreadable.
        let isClear = listed.keys.allSatisfy(\.method.isOfSamples)
        if isOfIFrames {
            if first != "moof", section?.hasMovie == true, first != nil || isClear {
                let words = first.map { SafeText.quoted($0) } ?? "no box"
                problems.append(
                    MeasuredProblem("media.iframe-no-moof", "the range starts with \(words)"))
            }
            return problems
        }
        if isClear, section?.hasMovie == true, let fragments {
            if let cut = Self.cut(of: fragments) {
                problems.append(MeasuredProblem("fmp4.data-outside", cut))
            } else if fragments.runs.isEmpty {
                problems.append(MeasuredProblem("segment.unreadable", "there is no fragment"))
            }
        }
        guard let fragments, first != nil else { return problems }
        if !continues { times = [:] }
        for run in fragments.runs { paces[run.track, default: FragmentPace()].add(run) }
        judge(fragments.runs, &problems)
        tracks = describedTracks(fragments.runs)
        return problems
    }

    /// Describes bytes that the boxes refer to but that the segment lacks; `nil` if there are none.
    private static func cut(of fragments: FragmentStructure) -> String? {
        if fragments.missingBytes > 0 {
            return "the end is missing: the last box has \(fragments.missingBytes) bytes more"
        }
        return fragments.outside.map { "samples of track \($0.track) are outside of the box mdat" }
    }

    private mutating func judge(
        _ runs: [FragmentStructure.Run], _ problems: inout [MeasuredProblem]
    ) {
        func note(_ code: String, _ text: String) {
            guard !problems.contains(where: { $0.code == code }) else { return }
            problems.append(MeasuredProblem(code, text))
        }
        var began: Set<UInt32> = []
        for run in runs {
            let track = section?.track(run.track)
            let isLater = !began.insert(run.track).inserted
            if let pause = pause(in: run, track, isLater: isLater) {
                note("media.lost-frames", pause)
            }
            if let scale = track?.timescale, let rate = run.fastestRate(timescale: scale) {
                fastestRates[run.track] = max(fastestRates[run.track] ?? 0, rate)
            }
            if run.hasBaseOffset || !run.isRelative {
                note("fmp4.base-is-moof", "track \(run.track) is not addressed from its moof box")
            }
            if let encryption = track?.encryption, encryption.vectorSize > 0, !run.hasVectors,
                run.sampleCount > 0
            {
                note(
                    "drm.no-senc", "track \(run.track) is encrypted, and has neither senc nor saiz")
            }
            guard let time = run.decodeTime else {
                note("fmp4.no-tfdt", "track \(run.track) has no tfdt")
                times[run.track] = nil
                continue
            }
            if let expected = times[run.track], let scale = track?.timescale, scale > 0 {
                let isLate = time > expected
                let distance = MediaTime(
                    Int64(clamping: isLate ? time - expected : expected - time),
                    timescale: Int64(scale))
                if distance > .milliseconds(10) {
                    note(
                        "fmp4.decode-time",
                        "track \(run.track) starts \(distance) s \(isLate ? "after" : "before") the end"
                            + " of the samples before it")
                }
            }
            let (end, overflow) = time.addingReportingOverflow(run.duration ?? 0)
            times[run.track] = run.duration == nil || overflow ? nil : end
        }
    }

    /// Returns a copy of a track, completed with properties from its initialization section.
    func completed(_ track: MeasuredTrack) -> MeasuredTrack {
        guard track.kind == .video, let own = section?.tracks.first(where: { $0.handler == "vide" })
        else { return track }
        var track = track
        track.transfer = own.transfer ?? track.transfer
        track.isSpatial = own.isSpatial
        track.lightMetadata = own.lightMetadata
        track.fastestRate = fastestRates[own.id] ?? track.fastestRate
        return track
    }

    // MARK: Sections

    private static func problems(
        of section: MovieStructure, _ listed: MediaSegment
    ) -> [MeasuredProblem] {
        var problems: [MeasuredProblem] = []
        // The initialization section of a transport stream has no boxes.
        guard section.hasMovie || !section.brands.isEmpty else { return [] }
        func note(_ code: String, _ text: String) {
            problems.append(MeasuredProblem(code, "its initialization section: \(text)"))
        }
        if !section.brands.contains(where: brands.contains) {
            let names = section.brands.map { SafeText.quoted($0) }.joined(separator: ", ")
            note(
                "fmp4.brand",
                section.brands.isEmpty ? "there is no ftyp" : "the brands are \(names)")
        }
        guard section.hasMovie else { return problems }
        if let track = section.tracks.first(where: { $0.sampleCount > 0 }) {
            note("fmp4.init-has-samples", "track \(track.id) has \(track.sampleCount) samples")
        }
        if !section.isExtended { note("fmp4.no-mvex", "there is no mvex") }
        for track in section.tracks {
            if let name = track.brokenConfiguration {
                note("media.corrupt", "the box \(name) of track \(track.id) cannot be read")
            }
            guard let encryption = track.encryption else { continue }
            if encryption.scheme == "cbcs", encryption.constantVectorSize != 16 {
                note(
                    "drm.constant-iv",
                    "track \(track.id) under cbcs has no constant vector of 16 bytes")
            }
            let pattern = encryption.pattern
            if encryption.scheme == "cbcs", track.handler == "vide", pattern != [1, 9] {
                note("drm.pattern", "video has the pattern \(pattern[0]):\(pattern[1])")
            }
        }
        if section.systems.contains(where: \.isCut) {
            note("media.corrupt", "a box pssh ends before its data")
        }
        for system in names.keys.sorted() {
            let keys = listed.keys.filter { systems[system, default: []].contains($0.keyFormat) }
            // The playlist may contain the `pssh` box in the data URI of the key instead.
            guard !keys.isEmpty, !keys.contains(where: { $0.uri?.hasPrefix("data:") == true }),
                !section.systems.contains(where: { $0.system == system })
            else { continue }
            note("drm.pssh-missing", "there is no pssh box of \(names[system] ?? "")")
        }
        problems += identities(of: section, listed).map {
            MeasuredProblem("drm.kid-differs", "its initialization section: \($0)")
        }
        return problems
    }

    /// Compares the key identifiers of the tracks, of the `pssh` boxes and of the playlist.
    private static func identities(
        of section: MovieStructure, _ listed: MediaSegment
    ) -> [String] {
        let own = section.tracks.compactMap(\.encryption?.keyID).filter { !$0.isEmpty }
        guard !own.isEmpty else { return [] }
        func words(_ id: [UInt8]) -> String { Hexadecimal.text(id) }
        for system in Set(section.systems.map(\.system)).sorted() {
            let name = names[system] ?? system
            let boxes = section.systems.filter { $0.system == system }
            if let other = missing(own, from: boxes, \.keyIDs, else: \.dataKeyIDs) {
                return ["no pssh box of \(name) has the identifier \(words(other)) of a track"]
            }
            if let other = missing(own, from: boxes, \.dataKeyIDs, else: \.keyIDs) {
                return [
                    "the data of \(name) does not have the identifier \(words(other)) of a track"
                ]
            }
        }
        for key in listed.keys {
            guard let stated = key.otherAttributes.first(where: { $0.name == "KEYID" })?.value.text,
                stated.lowercased().hasPrefix("0x")
            else { continue }
            let id = stated.dropFirst(2).uppercased()
            if !own.contains(where: { words($0).uppercased() == id }) {
                return ["KEYID \(SafeText.quoted(String(id))) is of no track"]
            }
        }
        return []
    }

    /// Returns the first key identifier that none of the `pssh` boxes of a key system states.
    ///
    /// Each of several boxes may be for the key of another track. A box that states no identifier
    /// is for all keys.
    ///
    /// - Parameters:
    ///   - own: The key identifiers of the tracks.
    ///   - boxes: The boxes of the system.
    ///   - place: The identifiers to examine.
    ///   - substitute: The identifiers of a box that has none at `place`.
    /// - Returns: The identifier; `nil` if there is none, or no box has identifiers at `place`.
    private static func missing(
        _ own: [[UInt8]], from boxes: [SystemHeader], _ place: KeyPath<SystemHeader, [[UInt8]]>,
        else substitute: KeyPath<SystemHeader, [[UInt8]]>
    ) -> [UInt8]? {
        let stated = boxes.map { box in
            let identifiers = box[keyPath: place]
            return identifiers.isEmpty ? box[keyPath: substitute] : identifiers
        }
        guard boxes.contains(where: { !$0[keyPath: place].isEmpty }),
            !stated.contains(where: \.isEmpty)
        else { return nil }
        return own.first { identifier in !stated.contains { $0.contains(identifier) } }
    }
}
