import AssetChecking
import CommandTree
import Containers
import Formats
import HeadlessPlayback
import PlaybackCommands
import Sessions
import Transport
import VirtualTime

/// An asset for `verify` or `cues`: a playlist, a file, or the JSON of a catalogue.
struct NamedAsset {
    /// The maximum size in bytes of a catalogue or a list of cue points that is read.
    private static let byteLimit: Int64 = 1 << 28

    /// The members of which each answer of a catalogue has at least one.
    private static let catalogueMembers = [
        "cue_points", "sources", "videos", "error_code", "errors",
    ]

    let place: String
    /// The video to play: the asset itself, or the first video of the catalogue.
    let video: Video
    /// The catalogue that contains the video; `nil` when the asset is not a catalogue.
    let catalogue: CatalogueFile?
    private let hosts: HostOptions
    private let facts: FactLog?

    /// Determines the kind of the asset, and reads the asset if it is a catalogue.
    ///
    /// - Parameters:
    ///   - place: The path or the address of the asset.
    ///   - hosts: The hosts to which requests may be sent.
    ///   - facts: The log for facts about requests and streams; `nil` logs none.
    /// - Throws: ``CommandFailure`` when a catalogue cannot be read, or has no video to play.
    init(
        _ place: String, hosts: HostOptions, facts: FactLog? = nil
    ) throws(CommandFailure) {
        self.place = place
        self.facts = facts
        self.hosts = hosts
        let isRemote = ResourceScheme(of: place).isRemote
        let isJSON = Self.isJSON(place)
        let assetOptions = try hosts.requests.assetOptions(
            of: isJSON && !isRemote ? nil : place)
        var catalogue: CatalogueFile?
        if isJSON {
            let loader = isRemote ? try hosts.loader(of: place) : hosts.loader()
            catalogue = try CatalogueFile(try Self.bytes(of: place, loader), at: place)
        }
        self.catalogue = catalogue
        var video = catalogue?.video ?? Video(url: place)
        video.assetOptions = assetOptions
        self.video = video
    }

    /// The title of the asset.
    var title: String {
        video.name ?? AssetTitle.text(of: place)
    }

    /// Checks the cue points of the catalogue, which are expected if no others are given.
    ///
    /// - Parameter errors: The output for warnings.
    /// - Throws: ``CommandFailure`` for a misspelt type or marker.
    func checkCuePoints(warningsTo errors: OutputStream) throws(CommandFailure) {
        try Self.refuseMisspeltType(in: catalogue?.cuePointEntries ?? [], at: place)
        try Self.check(video.cuePoints, place, warningsTo: errors)
    }

    private static func check(
        _ cuePoints: CuePointCollection, _ place: String, warningsTo errors: OutputStream
    ) throws(CommandFailure) {
        try CuePointTypes(cuePoints).check(place, warningsTo: errors)
        try CuePointMarkers(cuePoints).check(place)
    }

    /// Reads the expected cue points from a JSON list, a video of a catalogue, or a CSV sheet.
    ///
    /// - Parameters:
    ///   - place: The location of the cue points.
    ///   - asset: The location of the asset, whose host receives the header fields.
    ///   - hosts: The hosts to which requests may be sent.
    ///   - errors: The output for warnings about unknown members of JSON objects.
    /// - Returns: The expected cue points.
    /// - Throws: ``CommandFailure`` when they cannot be read.
    static func cuePoints(
        at place: String, of asset: String, hosts: HostOptions, warningsTo errors: OutputStream
    ) throws(CommandFailure) -> CuePointCollection {
        do throws(CommandFailure) {
            let areServed = [place, asset].allSatisfy { ResourceScheme(of: $0).isRemote }
            let loader = areServed ? try hosts.loader(of: asset) : hosts.loader()
            return try readCuePoints(at: place, loader, errors)
        } catch {
            // The command line names this file, so an unreadable file is a usage error. The exit
            // code for an unreadable asset applies only to the asset that is checked.
            throw Interruption.hasHappened ? error : CommandFailure(.usage, error.message)
        }
    }

    private static func readCuePoints(
        at place: String, _ loader: any ResourceLoader, _ errors: OutputStream
    ) throws(CommandFailure) -> CuePointCollection {
        let cuePoints = try parseCuePoints(at: place, loader, errors)
        try check(cuePoints, place, warningsTo: errors)
        return cuePoints
    }

    private static func parseCuePoints(
        at place: String, _ loader: any ResourceLoader, _ errors: OutputStream
    ) throws(CommandFailure) -> CuePointCollection {
        let bytes = try bytes(of: place, loader)
        guard isJSON(place) || looksLikeJSON(bytes) else {
            do throws(CuePointSheetError) {
                let sheet = try CuePointSheet(bytes)
                UnknownMembers(ofColumns: sheet.otherColumns).report(place, to: errors)
                return sheet.cuePoints
            } catch {
                throw CommandFailure(.failed, "\(place): \(error)")
            }
        }
        if first(of: bytes) == UInt8(ascii: "{") {
            if let object = try? JSONReader.read(bytes).object,
                !catalogueMembers.contains(where: { object[$0] != nil })
            {
                throw CommandFailure(
                    .failed,
                    "\(place): the object is not a video of a catalogue: expected its cue_points, or"
                        + " a list of cue points")
            }
            let catalogue = try CatalogueFile(withSources(bytes), at: place)
            try refuseMisspeltType(in: catalogue.cuePointEntries, at: place)
            catalogue.warnOfUnread(to: errors)
            catalogue.warnOfMembers(to: errors)
            return catalogue.video.cuePoints
        }
        let cuePoints: CuePointCollection
        do throws(JSONError) {
            cuePoints = try CuePointCollection(json: bytes)
        } catch {
            throw CommandFailure(.failed, "\(place): \(error)")
        }
        try refuseMisspeltType(in: (try? JSONReader.read(bytes).array) ?? [], at: place)
        UnknownMembers(ofCuePoints: bytes).report(place, to: errors)
        return cuePoints
    }

    /// Returns the JSON of a catalogue; a video that has cue points and no sources receives none.
    ///
    /// Services for the management of videos list the sources of a video apart from its cue points.
    private static func withSources(_ bytes: [UInt8]) -> [UInt8] {
        guard var video = try? JSONReader.read(bytes, refusesRepetitions: true).object,
            video["cue_points"] != nil, video["sources"] == nil, video["videos"] == nil
        else { return bytes }
        video["sources"] = []
        var json = JSONText()
        json.value(.object(video))
        return json.bytes
    }

    /// Throws when a cue point in JSON has a member such as `typ`, and no type.
    private static func refuseMisspeltType(
        in list: [PropertyValue], at place: String
    ) throws(CommandFailure) {
        for (index, entry) in list.enumerated() {
            guard let members = entry.object, members["type"] == nil,
                let found = CuePointSheet.misspelling(of: ["type"], in: members.keys.sorted())
            else { continue }
            throw CommandFailure(
                .usage,
                "\(place): [\(index)]: the member '\(SafeText.quoted(found.name))' is unknown; did"
                    + " you mean '\(found.meant)'?")
        }
    }

    private static func isJSON(_ place: String) -> Bool {
        LocalPath.withoutQuery(place).lowercased().hasSuffix(".json")
    }

    private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        [UInt8(ascii: "["), UInt8(ascii: "{")].contains(first(of: bytes))
    }

    private static func first(of bytes: [UInt8]) -> UInt8? {
        bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    private static func bytes(
        of place: String, _ loader: any ResourceLoader
    ) throws(CommandFailure) -> [UInt8] {
        do throws(TransportError) {
            var request = ResourceRequest(url: place, kind: .other)
            request.maximumByteCount = byteLimit
            return try InterruptibleLoader(loader).load(request).body.bytes(limit: byteLimit)
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }
}

extension NamedAsset {
    /// Plays the asset as many times as needed to examine all requested variant streams.
    ///
    /// - Parameters:
    ///   - video: The asset, and the cue points that are expected in it.
    ///   - variants: The numbers of the variant streams to examine, counted from 1; empty means
    ///     all.
    ///   - keys: The sources of keys.
    ///   - timeLimit: The virtual time that one playback may take; `nil` derives the limit from the
    ///     duration that the playlist states.
    ///   - keepsHistory: Whether the events are kept for reports.
    ///   - takesStills: Whether pictures are taken at the cue points.
    ///   - demuxer: The reader of containers.
    ///   - profile: The player to model; `nil` means the default.
    ///   - requestsUnplayedFiles: Whether files that are named and not played are requested.
    /// - Returns: The properties of the asset and of its streams, as found by playing it.
    /// - Throws: ``CommandFailure`` when a number in `variants` is too high.
    func survey(
        _ video: Video, variants: [Int], keys: KeyOptions, timeLimit: Duration?,
        keepsHistory: Bool, takesStills: Bool = false, demuxer: DemuxerChoice = .automatic,
        profile: PlayerProfile? = nil, requestsUnplayedFiles: Bool = false
    ) async throws(CommandFailure) -> SurveyedAsset {
        var surveyor = AssetSurveyor(title: title)
        surveyor.cancellation = Interruption.flag
        surveyor.loader = hosts.loader(facts)
        surveyor.keepsHistory = keepsHistory
        surveyor.timeLimit = timeLimit
        surveyor.takesStills = takesStills
        surveyor.requestsUnplayedFiles = requestsUnplayedFiles
        if let profile { surveyor.options.adopt(profile) }
        surveyor.options.demuxer = demuxer
        surveyor.worldsAtOnce = Workers.shared.count
        if !variants.isEmpty { surveyor.variants = variants.map { $0 - 1 } }
        surveyor.makeProvider = {
            SessionChain.make(keySystems: keys.keySystems())
        }
        let asset = await surveyor.survey(video)
        for stream in asset.survey.streams { facts?.write(.stream, stream.fact) }
        let count = asset.variantCount ?? 1
        if let wrong = variants.first(where: { $0 > count }) {
            throw CommandFailure(
                .usage, "\(place): there is no variant \(wrong): the playlist has only \(count)")
        }
        return asset
    }

    /// Writes a warning for each remark about the asset, and for each tag that is not read.
    func warn(of survey: SurveyedAsset, to errors: OutputStream) {
        for remark in survey.remarks {
            errors.write("playctl: warning: \(place): \(remark.text)\n")
        }
        for tag in survey.survey.unreadMarkerTags {
            errors.write("playctl: warning: \(place): \(tag) is not read as a marker\n")
        }
    }

    /// Writes a note for each stream without `EXT-X-ENDLIST` that was treated as complete.
    func noteGrowth(of survey: AssetSurvey, to errors: OutputStream) {
        for stream in survey.streams where !stream.isComplete {
            errors.write(
                "playctl: \(stream.name) has no EXT-X-ENDLIST, and is treated as complete\n"
            )
        }
    }
}

extension StreamSurvey {
    /// A description of the stream on one line.
    ///
    /// The line has the name, the end time, and the numbers of segments, keyframes and markers.
    fileprivate var fact: String {
        "\(name): \(max(0, boundaries.count - 1)) segments to \(end) s, \(keyframes.count)"
            + " keyframes, \(markers.count) markers"
    }
}

extension ArgumentConverter<Int> {
    /// The converter for the number of a variant stream in its playlist, counted from 1.
    static let variantNumber = ArgumentConverter(
        expectation: "the number of a variant in the playlist, from 1 on"
    ) { text in
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text).flatMap { (1...100_000).contains($0) ? $0 : nil }
    }
}

extension BoundOption {
    /// Returns the option for the variant streams to inspect.
    static func variants(_ property: Property<[Int]>) -> BoundOption {
        values(
            "variant", property, as: .variantNumber, named: "N",
            "look only at this variant of the playlist, counted from 1")
    }
}
