import Formats
import Playlists
import VirtualTime

extension AssetComparison {
    /// Returns the attributes of a variant stream.
    ///
    /// The size and the audio group are omitted, because the name of the stream contains them.
    /// Locations are omitted, because they change with every deploy.
    static func declared(_ variant: VariantStream) -> [Property] {
        var list = PropertyList()
        list.add("BANDWIDTH", "\(variant.bandwidth)")
        list.add("AVERAGE-BANDWIDTH", variant.averageBandwidth.map { "\($0)" })
        list.add("CODECS", variant.codecs)
        list.add("SUPPLEMENTAL-CODECS", variant.supplementalCodecs)
        list.add("FRAME-RATE", variant.frameRate.map { "\($0)" })
        list.add("SCORE", variant.score.map { "\($0)" })
        list.add("HDCP-LEVEL", variant.hdcpLevel)
        list.add("ALLOWED-CPC", variant.allowedCPC)
        list.add("VIDEO-RANGE", variant.videoRange)
        list.add("REQ-VIDEO-LAYOUT", variant.requiredVideoLayout)
        list.add("STABLE-VARIANT-ID", variant.stableID)
        list.add("NAME", variant.name)
        list.add("VIDEO", variant.videoGroup)
        list.add("SUBTITLES", variant.subtitlesGroup)
        switch variant.closedCaptions {
        case .some(.none): list.add("CLOSED-CAPTIONS", "NONE")
        case .some(.group(let group)): list.add("CLOSED-CAPTIONS", "\"\(group)\"")
        case nil: break
        }
        list.add("PATHWAY-ID", variant.pathwayID)
        list.add(variant.otherAttributes)
        return list.properties
    }

    /// Returns the attributes of a rendition.
    static func declared(_ rendition: Rendition) -> [Property] {
        var list = PropertyList()
        list.add("DEFAULT", rendition.isDefault ? "YES" : "NO")
        list.add("AUTOSELECT", rendition.isAutoselect ? "YES" : "NO")
        list.add("FORCED", rendition.isForced ? "YES" : "NO")
        list.add("LANGUAGE", rendition.language)
        list.add("ASSOC-LANGUAGE", rendition.associatedLanguage)
        list.add("STABLE-RENDITION-ID", rendition.stableID)
        list.add("INSTREAM-ID", rendition.instreamID)
        list.add("CHANNELS", rendition.channels)
        list.add("BIT-DEPTH", rendition.bitDepth.map { "\($0)" })
        list.add("SAMPLE-RATE", rendition.sampleRate.map { "\($0)" })
        list.add("CHARACTERISTICS", rendition.characteristics)
        list.add(rendition.otherAttributes)
        return list.properties
    }

    /// Returns the declarations of a multivariant playlist about the whole presentation.
    static func declared(_ playlist: MultivariantPlaylist) -> [Property] {
        var list = PropertyList()
        list.add(start: playlist.start)
        list.add(definitions: playlist.definitions)
        for data in playlist.sessionData {
            let language = data.language.map { " \($0)" } ?? ""
            let value = data.value.map { "\"\($0)\"" } ?? "in a file, \(data.format.rawValue)"
            list.add("EXT-X-SESSION-DATA \(SafeText.quoted(data.dataID))\(language)", value)
        }
        for key in playlist.sessionKeys {
            list.add("EXT-X-SESSION-KEY \(SafeText.quoted(key.keyFormat))", key.method.rawValue)
        }
        if let steering = playlist.contentSteering {
            list.add("EXT-X-CONTENT-STEERING", steering.pathwayID ?? "without PATHWAY-ID")
        }
        return list.properties
    }

    /// Returns the declarations of a media playlist that concern all of its segments.
    static func declared(_ media: MediaPlaylist) -> [Property] {
        var list = PropertyList()
        list.add("EXT-X-VERSION", "\(media.version)")
        list.add("EXT-X-INDEPENDENT-SEGMENTS", media.hasIndependentSegments ? "yes" : "no")
        list.add("EXT-X-I-FRAMES-ONLY", media.isIFramesOnly ? "yes" : "no")
        list.add("EXT-X-MEDIA-SEQUENCE", "\(media.mediaSequence)")
        list.add("EXT-X-DISCONTINUITY-SEQUENCE", "\(media.discontinuitySequence)")
        list.add(start: media.start)
        list.add(definitions: media.definitions)
        list.add("EXT-X-PART-INF", media.partInformation.map { "\($0.targetDuration) s" })
        if let control = media.serverControl { list.add(control) }
        let titles = media.segments.map { $0.title ?? "" }
        if titles.contains(where: { !$0.isEmpty }) { list.add("titles", digest(titles)) }
        let dates = media.datedSegments.map { index in
            "\(index) \(media.segments[index].programDateTime.map { "\($0)" } ?? "")"
        }
        if !dates.isEmpty { list.add("EXT-X-PROGRAM-DATE-TIME", digest(dates)) }
        let ranges = media.dateRanges.map { range in
            let dates = [range.startDate, range.endDate].map { date in date.map { "\($0)" } ?? "" }
            let signals = [range.scte35Command, range.scte35Out, range.scte35In].map {
                Hexadecimal.text($0 ?? [])
            }
            let others = range.otherAttributes.map { "\($0.name)=\($0.value.text)" }
            var words = [range.rangeClass ?? "", range.cue.joined(separator: ",")]
            words.append("\(range.endsOnNext)")
            words += dates + signals + others
            return words.joined(separator: " ")
        }
        if !ranges.isEmpty { list.add("attributes of date ranges", digest(ranges)) }
        return list.properties
    }

    /// An ordered list of properties; a property without a value is not added.
    private struct PropertyList {
        private(set) var properties: [Property] = []

        mutating func add(_ name: String, _ value: String?) {
            if let value { properties.append((name, value)) }
        }

        mutating func add(_ name: String, _ values: [String]) {
            if !values.isEmpty { add(name, values.joined(separator: ",")) }
        }

        mutating func add(_ attributes: [Attribute]) {
            for attribute in attributes {
                add(SafeText.quoted(attribute.name), attribute.value.text)
            }
        }

        mutating func add(start: StartPoint?) {
            guard let start else { return }
            add("EXT-X-START", "\(start.offset) s\(start.isPrecise ? ", precise" : "")")
        }

        mutating func add(definitions: [VariableDefinition]) {
            for definition in definitions {
                add("EXT-X-DEFINE \(SafeText.quoted(definition.name))", definition.value)
            }
        }

        mutating func add(_ control: ServerControl) {
            var words: [String] = []
            if let time = control.canSkipUntil { words.append("CAN-SKIP-UNTIL \(time) s") }
            if control.canSkipDateRanges { words.append("CAN-SKIP-DATERANGES") }
            if let time = control.holdBack { words.append("HOLD-BACK \(time) s") }
            if let time = control.partHoldBack { words.append("PART-HOLD-BACK \(time) s") }
            if control.canBlockReload { words.append("CAN-BLOCK-RELOAD") }
            words += control.otherAttributes.map { "\($0.name)=\($0.value.text)" }
            add("EXT-X-SERVER-CONTROL", words.joined(separator: ", "))
        }
    }
}
