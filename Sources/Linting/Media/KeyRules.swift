import Formats
import Playlists
import VirtualTime

/// The rules about the keys of a media playlist.
struct KeyRules {
    let playlist: LintedPlaylist
    let media: MediaPlaylist
    private var text: PlaylistText { playlist.text }
    private var url: String { playlist.url }

    static let fairPlay = "com.apple.streamingkeydelivery"
    /// The known key formats; apps may have further formats of their own.
    private static let formats = [
        EncryptionKey.identityFormat, fairPlay, "com.microsoft.playready",
    ]
    private static let methods: Set<String> = [
        "NONE", "AES-128", "SAMPLE-AES", "SAMPLE-AES-CTR", "AES-256", "AES-256-GCM",
    ]

    func check(_ log: inout BreachLog) {
        let tags = text.tags(.key)
        guard !tags.isEmpty else { return }
        for tag in tags { checkTag(tag, &log) }
        checkFormats(&log)
        checkSegments(&log)
        checkRotation(tags, &log)
    }

    private func checkTag(_ tag: WrittenTag, _ log: inout BreachLog) {
        let method = tag["METHOD"]?.value ?? ""
        if !method.isEmpty, !Self.methods.contains(method), !method.contains("{$") {
            log.note(
                "key.method-unknown", in: url, line: tag.line, column: tag.column(of: "METHOD"),
                "\(SafeText.quoted(method)) is not a method of the specification",
                expected: "AES-128, SAMPLE-AES, SAMPLE-AES-CTR or NONE")
        }
        DRMRules.check(tag, of: url, &log)
        Self.checkValues(of: tag, in: url, &log)
        let location = tag["URI"].map { URIReference.resolve($0.value, against: url) } ?? ""
        if location.hasPrefix("http://") {
            log.note(
                "key.clear-transport", in: url, line: tag.line, column: tag.column(of: "URI"),
                "the key is requested over http", expected: "https")
        }
    }

    /// Checks the values of a key tag in a media playlist or a multivariant playlist.
    static func checkValues(of tag: WrittenTag, in url: String, _ log: inout BreachLog) {
        func note(_ code: String, _ name: String, _ problem: String, _ expected: String) {
            log.note(
                code, in: url, line: tag.line, column: tag.column(of: name), problem,
                expected: expected)
        }
        guard tag["METHOD"]?.value != "NONE" else { return }
        if tag["URI"]?.value.isEmpty == true {
            note("key.uri-missing", "URI", "the URI of the key is empty", "the URI of the key")
        }
        if tag["KEYFORMAT"]?.value.isEmpty == true {
            note("attr.malformed", "KEYFORMAT", "KEYFORMAT is empty", "the format of the key")
        }
        if let format = tag["KEYFORMAT"]?.value, !formats.contains(format),
            let known = formats.first(where: { $0 == format.lowercased() })
        {
            note(
                "attr.malformed", "KEYFORMAT",
                "the key format \"\(SafeText.quoted(format))\" is unknown, since upper-case and"
                    + " lower-case letters differ", "\"\(known)\"")
        }
        if let versions = tag["KEYFORMATVERSIONS"]?.value,
            versions.split(separator: "/").contains(where: { Int($0) == 0 })
        {
            note(
                "attr.malformed", "KEYFORMATVERSIONS",
                "KEYFORMATVERSIONS is \"\(SafeText.quoted(versions))\"",
                "positive integers, separated by slashes")
        }
    }

    /// Checks the formats of the keys for each segment, initialization section and part.
    ///
    /// An initialization section and a part are encrypted with the keys that precede their own tag,
    /// so the keys after this tag may replace them.
    private func checkFormats(_ log: inout BreachLog) {
        var formats: [String: Int] = [:]
        var count = -1
        for tag in text.tags {
            if tag.segmentsBefore != count {
                formats = [:]
                count = tag.segmentsBefore
            }
            if tag.tag == .map || tag.tag == .part { formats = [:] }
            guard tag.tag == .key, tag["METHOD"]?.value != "NONE" else { continue }
            let format = tag["KEYFORMAT"]?.value ?? EncryptionKey.identityFormat
            if let line = formats.updateValue(tag.line, forKey: format) {
                log.note(
                    "key.same-format-twice", in: url, line: tag.line,
                    "a key of the format \(SafeText.quoted(format)) is stated in line \(line), for"
                        + " the same segment", expected: "one key of a format")
            }
        }
    }

    private func checkSegments(_ log: inout BreachLog) {
        var systems: Set<String>?
        var hasChanged = false
        var isMixed = false
        var isCounter = false
        var vectors: [String: Int] = [:]
        for index in media.segments.indices {
            let segment = media.segments[index]
            let keys = segment.keys
            guard !keys.isEmpty else { continue }
            let line = playlist.line(ofSegment: index)
            let formats = Set(keys.map(\.keyFormat))
            if let systems, systems != formats, !hasChanged {
                hasChanged = true
                log.note(
                    "key.systems-change", in: url, line: line,
                    "the segment has keys of \(formats.sorted().joined(separator: ", ")), and those"
                        + " before it of \(systems.sorted().joined(separator: ", "))",
                    expected: "the same key formats for all segments")
            }
            systems = formats
            if formats.contains(EncryptionKey.identityFormat), formats.count > 1, !isMixed {
                isMixed = true
                log.note(
                    "key.identity-with-drm", in: url, line: line,
                    "a key of the format identity is listed together with one of a key system",
                    expected: "only keys of key systems")
            }
            if keys.contains(where: { $0.method == .sampleAESCTR }), !isCounter,
                segment.initializationSection == nil
            {
                isCounter = true
                log.note(
                    "key.ctr-outside-fmp4", in: url, line: line,
                    "SAMPLE-AES-CTR is used, and the segment has no EXT-X-MAP",
                    expected: "fMP4, or another method")
            }
            for key in keys where key.method == .aes128 {
                guard let vector = key.initializationVector else { continue }
                vectors["\(key.uri ?? "") \(vector)", default: 0] += 1
            }
        }
        let most = vectors.values.max() ?? 0
        if most > 1, let tag = text.tags(.key).first(where: { $0["IV"] != nil }) {
            log.note(
                "key.iv-reused", in: url, line: tag.line, column: tag.column(of: "IV"),
                "\(most) segments are encrypted with one key and one IV",
                expected: "an IV for each segment, or none, which takes the sequence number")
        }
    }

    private func checkRotation(_ tags: [WrittenTag], _ log: inout BreachLog) {
        // A player requests the keys of one format; the keys of other formats are the same keys.
        var keys: [String: Set<String>] = [:]
        for tag in tags {
            guard let uri = tag["URI"]?.value else { continue }
            keys[tag["KEYFORMAT"]?.value ?? EncryptionKey.identityFormat, default: []].insert(uri)
        }
        let count = keys.values.map(\.count).max() ?? 0
        let length = media.duration
        guard count > 2, length < MediaTime.seconds(300) * count, let first = tags.first
        else { return }
        log.note(
            "key.rotation-cost", in: url, line: first.line,
            "\(count) keys are requested for \(length) s",
            expected: "a key for several minutes at least")
    }
}

/// The rules about keys of systems such as FairPlay Streaming, in all playlists.
enum DRMRules {
    static func check(_ tag: WrittenTag, of url: String, _ log: inout BreachLog) {
        let method = tag["METHOD"]?.value ?? ""
        let format = tag["KEYFORMAT"]?.value ?? EncryptionKey.identityFormat
        let isFairPlay = format == KeyRules.fairPlay
        if isFairPlay, method != "SAMPLE-AES", method != "NONE" {
            log.note(
                "drm.fps-method", in: url, line: tag.line, column: tag.column(of: "METHOD"),
                "FairPlay has the method \(SafeText.quoted(method))", expected: "SAMPLE-AES")
        }
        if tag["URI"]?.value.hasPrefix("skd://") == true, !isFairPlay {
            log.note(
                "drm.fps-format", in: url, line: tag.line, column: tag.column(of: "KEYFORMAT"),
                "a key with an skd URI has the format \(SafeText.quoted(format))",
                expected: KeyRules.fairPlay)
        }
        if isFairPlay, tag["IV"] != nil {
            log.note(
                "drm.fps-iv", in: url, line: tag.line, column: tag.column(of: "IV"),
                "a FairPlay key has an IV", expected: "no IV, which comes with the key")
        }
        if method == "SAMPLE-AES-CTR" {
            log.note(
                "drm.no-ctr", in: url, line: tag.line, column: tag.column(of: "METHOD"),
                "SAMPLE-AES-CTR is not played by Apple's players", expected: "SAMPLE-AES")
        }
    }
}
