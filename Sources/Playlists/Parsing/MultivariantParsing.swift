import VirtualTime

/// A multivariant playlist while it is parsed.
struct MultivariantDraft {
    var playlist = MultivariantPlaylist()
    /// The variant stream whose URI has not been read yet.
    var pending: VariantStream?
    var pendingLine = 0
    /// The references of variant streams to groups, to be checked when all renditions are known.
    var groupUses: [(line: Int, kind: Rendition.Kind, group: String)] = []
    var names = RenditionNames()
    /// The renditions of unknown types, to be judged when the groups of all variants are known.
    var unknownRenditions: [UnknownRendition] = []

    /// Records the groups without renditions, and the renditions of unknown types.
    func noteRenditions(in log: inout ProblemLog) {
        var known: Set<String> = []
        for rendition in playlist.renditions {
            known.insert("\(rendition.kind.rawValue) \(rendition.groupID)")
        }
        for use in groupUses where !known.contains("\(use.kind.rawValue) \(use.group)") {
            log.note(
                .undefinedGroup, line: use.line, tag: Tag.streamInformation.rawValue,
                "\(use.kind.rawValue) \(excerpt(use.group))")
        }
        guard !unknownRenditions.isEmpty else { return }
        // A type that no variant stream needs may belong to a later version of the protocol, and a
        // client ignores it. Groups of different types may have the same name, so a group that has
        // renditions of the type that the variant streams ask for does not need the unknown ones.
        let incomplete = Set(
            groupUses.filter {
                $0.kind != .closedCaptions && !known.contains("\($0.kind.rawValue) \($0.group)")
            }.map(\.group))
        let attributes = Set(
            (playlist.variants + playlist.iFrameVariants).flatMap(\.otherAttributes).map {
                "\($0.name) \($0.value.text)"
            })
        for rendition in unknownRenditions {
            let isNeeded =
                rendition.group.map { group in
                    incomplete.contains(group) || attributes.contains("\(rendition.type) \(group)")
                } ?? false
            log.note(
                isNeeded || rendition.isMisspelt ? .unknownRendition : .unknownValue,
                line: rendition.line, tag: Tag.media.rawValue, excerpt(rendition.type))
        }
    }
}

/// A rendition that is dropped because its type is unknown.
struct UnknownRendition {
    let line: Int
    let type: String
    let group: String?

    /// Whether the type is the type of a stream except for letter case or an S at its end.
    ///
    /// Closed captions are not a stream of their own, so nothing is lost without their rendition.
    var isMisspelt: Bool {
        Rendition.Kind.allCases.contains {
            $0 != .closedCaptions && Self.stem($0.rawValue) == Self.stem(type)
        }
    }

    private static func stem(_ type: String) -> String {
        let letters = type.uppercased()
        return letters.hasSuffix("S") ? String(letters.dropLast()) : letters
    }
}

extension PlaylistParser {
    mutating func readMultivariant(_ tag: Tag, _ range: Range<Int>) throws(PlaylistError) {
        switch tag {
        case .media: try readRendition(range)
        case .streamInformation: try readVariant(range)
        case .iFrameStreamInformation: try readIFrameVariant(range)
        case .sessionData: try readSessionData(range)
        case .sessionKey: try readSessionKey(range)
        default: try readContentSteering(range)
        }
    }

    mutating func readVariantURI() throws(PlaylistError) {
        guard var variant = multivariant.pending else { return note(.missingTag) }
        variant.uri = try uri()
        variant.precedingLines = takeWaitingLines()
        multivariant.playlist.variants.append(variant)
        multivariant.pending = nil
    }

    private mutating func readVariant(_ range: Range<Int>) throws(PlaylistError) {
        dropPendingVariant()
        guard multivariant.playlist.variants.count < limits.variants else {
            throw exceeded("variant streams", limits.variants)
        }
        var attributes = try attributes(.streamInformation, range)
        var variant = try variant(from: &attributes)
        variant.frameRate = try attributes.value("FRAME-RATE", Numeral.decimal)
        variant.audioGroup = try attributes.string("AUDIO")
        variant.videoGroup = try attributes.string("VIDEO")
        variant.subtitlesGroup = try attributes.string("SUBTITLES")
        if let captions = try attributes.string("CLOSED-CAPTIONS", orWord: "NONE") {
            switch captions {
            case .word: variant.closedCaptions = VariantStream.ClosedCaptions.none
            case .text(let group): variant.closedCaptions = .group(group)
            }
        }
        variant.otherAttributes = try attributes.rest()
        try note(attributes)
        noteGroups(of: variant)
        multivariant.pending = variant
        multivariant.pendingLine = line.number
    }

    private mutating func readIFrameVariant(_ range: Range<Int>) throws(PlaylistError) {
        guard multivariant.playlist.iFrameVariants.count < limits.variants else {
            throw exceeded("I-frame variant streams", limits.variants)
        }
        var attributes = try attributes(.iFrameStreamInformation, range)
        var variant = try variant(from: &attributes)
        guard let uri = try attributes.string("URI") else {
            return try keep(.iFrameStreamInformation, lacking: "URI", in: attributes)
        }
        variant.uri = uri
        variant.videoGroup = try attributes.string("VIDEO")
        variant.otherAttributes = try attributes.rest()
        variant.precedingLines = takeWaitingLines()
        try note(attributes)
        noteGroups(of: variant)
        multivariant.playlist.iFrameVariants.append(variant)
    }

    /// Reads the attributes that EXT-X-STREAM-INF and EXT-X-I-FRAME-STREAM-INF have in common.
    private mutating func variant(
        from attributes: inout AttributeReader
    ) throws(PlaylistError) -> VariantStream {
        let bandwidth = try attributes.integer("BANDWIDTH")
        if bandwidth == nil {
            // An unreadable value is already recorded as a breach.
            if !attributes.contains("BANDWIDTH") {
                note(.missingAttribute, tag: attributes.tag, "BANDWIDTH")
            }
            attributes.drop("BANDWIDTH")
        }
        var variant = VariantStream(uri: "", bandwidth: bandwidth ?? 0)
        variant.averageBandwidth = try attributes.integer("AVERAGE-BANDWIDTH")
        variant.score = try attributes.value("SCORE", Numeral.decimal)
        variant.codecs = try attributes.list("CODECS")
        variant.supplementalCodecs = try attributes.list("SUPPLEMENTAL-CODECS")
        variant.resolution = try attributes.value("RESOLUTION", VariantStream.Resolution.init)
        variant.hdcpLevel = try attributes.word("HDCP-LEVEL")
        variant.allowedCPC = try attributes.string("ALLOWED-CPC")
        variant.videoRange = try attributes.word("VIDEO-RANGE")
        variant.requiredVideoLayout = try attributes.string("REQ-VIDEO-LAYOUT")
        variant.stableID = try attributes.string("STABLE-VARIANT-ID")
        variant.pathwayID = try attributes.string("PATHWAY-ID")
        variant.name = try attributes.string("NAME")
        return variant
    }

    private mutating func noteGroups(of variant: VariantStream) {
        let uses: [(Rendition.Kind, String?)] = [
            (.audio, variant.audioGroup), (.video, variant.videoGroup),
            (.subtitles, variant.subtitlesGroup), (.closedCaptions, variant.closedCaptionsGroup),
        ]
        for case (let kind, let group?) in uses {
            multivariant.groupUses.append((line.number, kind, group))
        }
    }

    private mutating func readRendition(_ range: Range<Int>) throws(PlaylistError) {
        guard multivariant.playlist.renditions.count < limits.renditions else {
            throw exceeded("renditions", limits.renditions)
        }
        var attributes = try attributes(.media, range)
        guard let type = try attributes.word("TYPE") else {
            return try keep(.media, lacking: "TYPE", in: attributes)
        }
        guard let kind = Rendition.Kind(rawValue: type) else {
            multivariant.unknownRenditions.append(
                UnknownRendition(
                    line: line.number, type: type, group: try attributes.string("GROUP-ID")))
            return try keepLine()
        }
        guard let group = try attributes.string("GROUP-ID") else {
            let shown = kind == .closedCaptions ? PlaylistProblem.captionsGroup : nil
            return try keep(.media, lacking: "GROUP-ID", in: attributes, shownAs: shown)
        }
        let name = try attributes.string("NAME")
        if name == nil { attributes.drop("NAME") }
        var rendition = Rendition(kind, groupID: group, name: name ?? "")
        rendition.uri = try attributes.string("URI")
        rendition.language = try attributes.string("LANGUAGE")
        rendition.associatedLanguage = try attributes.string("ASSOC-LANGUAGE")
        rendition.stableID = try attributes.string("STABLE-RENDITION-ID")
        rendition.isDefault = try attributes.flag("DEFAULT")
        rendition.isAutoselect = try attributes.flag("AUTOSELECT")
        rendition.isForced = try attributes.flag("FORCED")
        rendition.instreamID = try attributes.string("INSTREAM-ID")
        rendition.bitDepth = try attributes.integer("BIT-DEPTH")
        rendition.sampleRate = try attributes.integer("SAMPLE-RATE")
        rendition.characteristics = try attributes.list("CHARACTERISTICS")
        rendition.channels = try attributes.string("CHANNELS")
        rendition.otherAttributes = try attributes.rest()
        rendition.precedingLines = takeWaitingLines()
        try note(attributes)
        if name == nil {
            rendition.name = multivariant.names.name(for: rendition)
            note(.missingName, tag: Tag.media.rawValue, excerpt(rendition.name))
        } else if !multivariant.names.add(rendition) {
            note(.duplicateName, tag: Tag.media.rawValue, excerpt(rendition.name))
        }
        check(rendition)
        multivariant.playlist.renditions.append(rendition)
    }

    private mutating func check(_ rendition: Rendition) {
        let tag = Tag.media.rawValue
        switch rendition.kind {
        case .subtitles where rendition.uri == nil:
            note(.inconsistentAttributes, tag: tag, "SUBTITLES without URI")
        case .closedCaptions where rendition.uri != nil:
            note(.inconsistentAttributes, tag: tag, "CLOSED-CAPTIONS with URI")
        case .closedCaptions where rendition.instreamID == nil:
            note(.inconsistentAttributes, tag: tag, "CLOSED-CAPTIONS without INSTREAM-ID")
        default: break
        }
        if let id = rendition.instreamID {
            if id.hasPrefix("SERVICE") {
                require(version: 7, for: .media)
            } else if rendition.kind != .closedCaptions {
                require(version: 13, for: .media)
            }
        }
    }

    private mutating func readSessionData(_ range: Range<Int>) throws(PlaylistError) {
        guard multivariant.playlist.sessionData.count < limits.renditions else {
            throw exceeded("session data", limits.renditions)
        }
        var attributes = try attributes(.sessionData, range)
        guard let id = try attributes.string("DATA-ID") else {
            return try keep(.sessionData, lacking: "DATA-ID", in: attributes)
        }
        var data = SessionData(dataID: id)
        data.value = try attributes.string("VALUE")
        data.uri = try attributes.string("URI")
        data.format = try attributes.value("FORMAT", SessionData.Format.init) ?? .json
        data.language = try attributes.string("LANGUAGE")
        data.otherAttributes = try attributes.rest()
        data.precedingLines = takeWaitingLines()
        try note(attributes)
        if (data.value == nil) == (data.uri == nil) {
            note(
                .inconsistentAttributes, tag: Tag.sessionData.rawValue, "either VALUE or URI")
        }
        multivariant.playlist.sessionData.append(data)
    }

    private mutating func readSessionKey(_ range: Range<Int>) throws(PlaylistError) {
        guard multivariant.playlist.sessionKeys.count < limits.renditions else {
            throw exceeded("session keys", limits.renditions)
        }
        var attributes = try attributes(.sessionKey, range)
        guard var key = try key(.sessionKey, from: &attributes) else {
            return try keep(.sessionKey, because: .unknownValue, "METHOD=NONE")
        }
        key.precedingLines = takeWaitingLines()
        try note(attributes)
        multivariant.playlist.sessionKeys.append(key)
    }

    private mutating func readContentSteering(_ range: Range<Int>) throws(PlaylistError) {
        if multivariant.playlist.contentSteering != nil {
            return try keep(.contentSteering, because: .duplicateTag)
        }
        var attributes = try attributes(.contentSteering, range)
        guard let server = try attributes.string("SERVER-URI") else {
            return try keep(.contentSteering, lacking: "SERVER-URI", in: attributes)
        }
        var steering = ContentSteering(serverURI: server)
        steering.pathwayID = try attributes.string("PATHWAY-ID")
        steering.otherAttributes = try attributes.rest()
        steering.precedingLines = takeWaitingLines()
        try note(attributes)
        multivariant.playlist.contentSteering = steering
    }

    /// Drops a variant stream without a URI.
    private mutating func dropPendingVariant() {
        guard multivariant.pending != nil else { return }
        multivariant.pending = nil
        log.note(
            .missingURI, line: multivariant.pendingLine, tag: Tag.streamInformation.rawValue)
    }

    mutating func finishMultivariant() throws(PlaylistError) -> MultivariantPlaylist {
        if multivariant.pending != nil, multivariant.playlist.listsNothing {
            throw PlaylistError(
                .missingURI(tag: Tag.streamInformation.rawValue), line: multivariant.pendingLine)
        }
        dropPendingVariant()
        var playlist = multivariant.playlist
        playlist.trailingLines = takeWaitingLines()
        playlist.version = common.version ?? 1
        playlist.hasIndependentSegments = common.hasIndependentSegments
        playlist.start = common.start
        playlist.definitions = common.definitions
        multivariant.noteRenditions(in: &log)
        checkVersion()
        playlist.problems = log.problems
        playlist.problemCount = log.count
        playlist.unlistedProblems = log.unlisted
        return playlist
    }
}

extension MultivariantPlaylist {
    /// Whether the playlist has none of the tags that only multivariant playlists have.
    fileprivate var listsNothing: Bool {
        variants.isEmpty && iFrameVariants.isEmpty && renditions.isEmpty && sessionData.isEmpty
            && sessionKeys.isEmpty && contentSteering == nil
    }
}

extension VariantStream.Resolution {
    /// Parses a decimal-resolution such as `1920x1080`.
    init?(_ text: String) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = try? Numeral.integer(Array(sides[0].utf8).span),
            let height = try? Numeral.integer(Array(sides[1].utf8).span)
        else { return nil }
        self.init(width: width, height: height)
    }
}
