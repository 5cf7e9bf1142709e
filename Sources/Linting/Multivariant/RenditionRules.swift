import Formats
import Playlists

/// The rules about the renditions of a multivariant playlist.
struct RenditionRules {
    let playlist: LintedPlaylist
    let multivariant: MultivariantPlaylist
    private var text: PlaylistText { playlist.text }
    private var url: String { playlist.url }

    private static let describesVideo = "public.accessibility.describes-video"
    private static let forDeaf: Set<String> = [
        "public.accessibility.transcribes-spoken-dialog",
        "public.accessibility.describes-music-and-sound",
    ]

    /// A rendition and the tag that declares it.
    private struct Listed {
        let rendition: Rendition
        let tag: WrittenTag
    }

    private struct Group: Hashable {
        let kind: Rendition.Kind
        let id: String
    }

    func check(_ log: inout BreachLog) {
        let tags = Self.usable(text.tags(.media))
        checkSessionData(&log)
        guard tags.count == multivariant.renditions.count, !tags.isEmpty else { return }
        let all = zip(multivariant.renditions, tags).map { Listed(rendition: $0.0, tag: $0.1) }
        for item in all { check(item, &log) }
        var groups: [Group: [Listed]] = [:]
        var order: [Group] = []
        for item in all {
            let group = Group(kind: item.rendition.kind, id: item.rendition.groupID)
            if groups[group] == nil { order.append(group) }
            groups[group, default: []].append(item)
        }
        for group in order { check(group, groups[group] ?? [], &log) }
        compare(order, groups, &log)
        checkAccessibility(all, &log)
        checkAudio(all, &log)
    }

    /// Returns the tags from which the parser creates renditions.
    static func usable(_ tags: [WrittenTag]) -> [WrittenTag] {
        tags.filter { tag in
            tag["TYPE"].map { Rendition.Kind(rawValue: $0.value) != nil } ?? false
                && tag["GROUP-ID"] != nil
        }
    }

    private func note(
        _ code: String, _ item: Listed, _ name: String, _ problem: String, _ expected: String,
        _ log: inout BreachLog
    ) {
        log.note(
            code, in: url, line: item.tag.line, column: item.tag.column(of: name), problem,
            expected: expected)
    }

    private func check(_ item: Listed, _ log: inout BreachLog) {
        let rendition = item.rendition
        let tag = item.tag
        if rendition.isDefault, tag["AUTOSELECT"]?.value == "NO" {
            note(
                "rendition.default-not-autoselect", item, "AUTOSELECT",
                "the default has AUTOSELECT=NO", "AUTOSELECT=YES", &log)
        }
        if tag["FORCED"] != nil, rendition.kind != .subtitles {
            note(
                "rendition.forced-not-subtitles", item, "FORCED",
                "a rendition of type \(rendition.kind.rawValue) has FORCED",
                "FORCED only for subtitles", &log)
        }
        if rendition.isForced, rendition.kind == .subtitles, !rendition.isAutoselect {
            note(
                "rendition.forced-not-autoselect", item, "FORCED",
                "forced subtitles are not selected automatically", "AUTOSELECT=YES", &log)
        }
        if rendition.kind == .closedCaptions, let id = rendition.instreamID,
            !Self.isCaptionChannel(id)
        {
            note(
                "rendition.instream-id-value", item, "INSTREAM-ID",
                "INSTREAM-ID is \"\(SafeText.quoted(id))\"",
                "CC1 to CC4, or SERVICE1 to SERVICE63", &log)
        }
        for name in ["BIT-DEPTH", "SAMPLE-RATE", "CHANNELS"]
        where tag[name] != nil && rendition.kind != .audio {
            note(
                "rendition.audio-attribute-elsewhere", item, name,
                "a rendition of type \(rendition.kind.rawValue) has \(name)",
                "\(name) only for audio", &log)
        }
        if let channels = rendition.channels, (rendition.channelCount ?? 0) < 1 {
            note(
                "attr.malformed", item, "CHANNELS",
                "CHANNELS is \"\(SafeText.quoted(channels))\"",
                "the number of channels, and further parameters after slashes", &log)
        }
        if rendition.kind == .audio, rendition.channels == nil {
            note(
                "rendition.channels-missing", item, "", "CHANNELS is missing",
                "the number of channels", &log)
        }
        if rendition.kind != .video, rendition.language == nil {
            note(
                "rendition.language-missing", item, "",
                "\"\(SafeText.quoted(rendition.name))\" has no LANGUAGE", "LANGUAGE", &log)
        }
        for (name, value) in [
            ("LANGUAGE", rendition.language), ("ASSOC-LANGUAGE", rendition.associatedLanguage),
        ] {
            guard let value, !Self.isLanguageTag(value) else { continue }
            note(
                "rendition.language-tag", item, name,
                "\(name) is \"\(SafeText.quoted(value))\"", "a tag such as en or pt-BR", &log)
        }
    }

    private static func isCaptionChannel(_ id: String) -> Bool {
        if ["CC1", "CC2", "CC3", "CC4"].contains(id) { return true }
        guard id.hasPrefix("SERVICE"), let number = Int(id.dropFirst(7)) else { return false }
        return (1...63).contains(number)
    }

    private static func isLanguageTag(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first else { return false }
        let isPrivate = ["x", "i"].contains(first.lowercased()) && parts.count > 1
        guard isPrivate || (2...3).contains(first.utf8.count),
            first.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) })
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy {
                    (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
                }
        }
    }

    // MARK: Groups

    private func check(_ group: Group, _ members: [Listed], _ log: inout BreachLog) {
        let defaults = members.filter(\.rendition.isDefault)
        if defaults.count > 1 {
            note(
                "rendition.two-defaults", defaults[1], "DEFAULT",
                "the group \"\(SafeText.quoted(group.id))\" has \(defaults.count) defaults",
                "one default at most", &log)
        }
        var known: [[String]: Listed] = [:]
        for item in members where item.rendition.isAutoselect || item.rendition.isDefault {
            let rendition = item.rendition
            let key = [
                rendition.language ?? "", rendition.associatedLanguage ?? "",
                "\(rendition.isForced)", rendition.characteristics.sorted().joined(separator: ","),
                rendition.channels ?? "", rendition.instreamID ?? "",
            ]
            // Renditions with the same name are excluded, because another rule reports them.
            if let other = known.updateValue(item, forKey: key), rendition.language != nil,
                other.rendition.name != rendition.name
            {
                note(
                    "rendition.autoselect-ambiguous", item, "AUTOSELECT",
                    "\"\(SafeText.quoted(rendition.name))\" and"
                        + " \"\(SafeText.quoted(other.rendition.name))\" differ only in their names",
                    "AUTOSELECT=YES for one of them, or other characteristics", &log)
            }
        }
        for (place, item) in members.enumerated() where item.rendition.characteristics.isEmpty {
            let special = members[..<place].first {
                $0.rendition.language == item.rendition.language
                    && $0.rendition.isForced == item.rendition.isForced
                    && !$0.rendition.characteristics.isEmpty
            }
            guard let special else { continue }
            note(
                "rendition.order", item, "NAME",
                "\"\(SafeText.quoted(item.rendition.name))\" follows"
                    + " \"\(SafeText.quoted(special.rendition.name))\", which is for a special"
                    + " purpose", "the general rendition first", &log)
        }
        let isUsed = (multivariant.variants + multivariant.iFrameVariants).contains { variant in
            switch group.kind {
            case .audio: variant.audioGroup == group.id
            case .video: variant.videoGroup == group.id
            case .subtitles: variant.subtitlesGroup == group.id
            case .closedCaptions: variant.closedCaptionsGroup == group.id
            }
        }
        if !isUsed, let first = members.first {
            note(
                "rendition.group-unused", first, "GROUP-ID",
                "no variant names the \(group.kind.rawValue) group"
                    + " \"\(SafeText.quoted(group.id))\"", "a variant that names it", &log)
        }
    }

    private func compare(_ order: [Group], _ groups: [Group: [Listed]], _ log: inout BreachLog) {
        for kind in Rendition.Kind.allCases {
            let same = order.filter { $0.kind == kind }
            guard let first = same.first, let model = groups[first] else { continue }
            let names = Set(model.map(\.rendition.name))
            for group in same.dropFirst() {
                let members = groups[group] ?? []
                let others = Set(members.map(\.rendition.name))
                guard others != names, let item = members.first else {
                    compare(members, with: model, of: first.id, &log)
                    continue
                }
                let missing = names.symmetricDifference(others).sorted().joined(separator: ", ")
                note(
                    "rendition.groups-differ", item, "GROUP-ID",
                    "the groups \"\(SafeText.quoted(first.id))\" and"
                        + " \"\(SafeText.quoted(group.id))\" differ in \(SafeText.quoted(missing))",
                    "the same names in both", &log)
            }
            guard kind == .audio, same.count > 1 else { continue }
            for name in names.sorted() {
                let twins = same.flatMap { groups[$0] ?? [] }.filter { $0.rendition.name == name }
                guard twins.contains(where: { $0.rendition.channels != nil }),
                    let lacking = twins.first(where: { $0.rendition.channels == nil })
                else { continue }
                note(
                    "rendition.channels-differ", lacking, "CHANNELS",
                    "\"\(SafeText.quoted(name))\" has CHANNELS in another group", "CHANNELS", &log)
            }
        }
    }

    /// Finds an attribute that differs between renditions of the same name in different groups.
    ///
    /// Such renditions may differ only in the attributes that describe their encoding.
    private func compare(
        _ members: [Listed], with model: [Listed], of group: String, _ log: inout BreachLog
    ) {
        let twins = Dictionary(model.map { ($0.rendition.name, $0.rendition) }) { one, _ in one }
        for item in members {
            guard let twin = twins[item.rendition.name] else { continue }
            let own = Self.meaning(of: item.rendition)
            guard
                let (attribute, other) = zip(own, Self.meaning(of: twin)).first(where: {
                    $0.value != $1.value
                })
            else { continue }
            note(
                "rendition.groups-differ", item, attribute.name,
                "\(attribute.name) of \"\(SafeText.quoted(item.rendition.name))\" is"
                    + " \(SafeText.quoted(attribute.value)), and in the group"
                    + " \"\(SafeText.quoted(group))\" it is \(SafeText.quoted(other.value))",
                "the same attributes in both", &log)
        }
    }

    /// Returns the attributes that must be equal in all renditions of the same name.
    private static func meaning(of rendition: Rendition) -> [(name: String, value: String)] {
        func word(_ value: Bool) -> String { value ? "YES" : "NO" }
        return [
            ("LANGUAGE", rendition.language ?? "absent"),
            ("ASSOC-LANGUAGE", rendition.associatedLanguage ?? "absent"),
            ("DEFAULT", word(rendition.isDefault)),
            // A default rendition is selected automatically even without the attribute.
            ("AUTOSELECT", word(rendition.isAutoselect || rendition.isDefault)),
            ("FORCED", word(rendition.isForced)),
            (
                "CHARACTERISTICS",
                rendition.characteristics.isEmpty
                    ? "absent" : rendition.characteristics.sorted().joined(separator: ",")
            ),
            ("INSTREAM-ID", rendition.instreamID ?? "absent"),
        ]
    }

    // MARK: Accessibility and audio attributes

    private func checkAccessibility(_ all: [Listed], _ log: inout BreachLog) {
        for item in all {
            let rendition = item.rendition
            let marks = Set(rendition.characteristics)
            if rendition.kind == .subtitles || rendition.kind == .closedCaptions {
                let own = marks.intersection(Self.forDeaf)
                if own.count == 1 {
                    note(
                        "rendition.sdh-characteristics", item, "CHARACTERISTICS",
                        "one of two characteristics is stated",
                        Self.forDeaf.sorted().joined(separator: " and "), &log)
                }
                if !own.isEmpty, !rendition.isAutoselect {
                    note(
                        "rendition.sdh-autoselect", item, "AUTOSELECT",
                        "subtitles for the deaf are not selected automatically", "AUTOSELECT=YES",
                        &log)
                }
            }
            guard rendition.kind == .audio else { continue }
            let describes = marks.contains(Self.describesVideo)
            let name = rendition.name.lowercased()
            if !describes, name.contains("descri"), name.contains("audio") {
                note(
                    "rendition.description-characteristics", item, "CHARACTERISTICS",
                    "\"\(SafeText.quoted(rendition.name))\" does not state that it describes video",
                    Self.describesVideo, &log)
            }
            guard describes else { continue }
            if !rendition.isAutoselect {
                note(
                    "rendition.description-autoselect", item, "AUTOSELECT",
                    "audio description is not selected automatically", "AUTOSELECT=YES", &log)
            }
            let hasPlain = all.contains {
                $0.rendition.kind == .audio && $0.rendition.language == rendition.language
                    && !$0.rendition.characteristics.contains(Self.describesVideo)
            }
            if !hasPlain {
                note(
                    "rendition.description-language", item, "LANGUAGE",
                    "no other audio has the language of the description",
                    "a language that other audio has", &log)
            }
        }
    }

    private func checkAudio(_ all: [Listed], _ log: inout BreachLog) {
        let audio = all.filter { $0.rendition.kind == .audio }
        let counts = audio.compactMap(\.rendition.channelCount)
        if counts.count == audio.count, counts.contains(where: { $0 > 2 }),
            !counts.contains(where: { $0 <= 2 }), let first = audio.first
        {
            note(
                "rendition.no-stereo", first, "CHANNELS", "all audio is multichannel",
                "a stereo rendition", &log)
        }
        let codecs = Set(multivariant.variants.flatMap(\.codecs).map(CodecSyntax.family))
        if codecs.contains("ec-3"), !codecs.contains("mp4a"), !codecs.contains("ac-3"),
            let tag = text.variants.first
        {
            log.note(
                "rendition.no-ac3", in: url, line: tag.line, column: tag.column(of: "CODECS"),
                "Enhanced AC-3 is the only audio", expected: "AAC or AC-3 beside it")
        }
        for (variant, tag) in zip(multivariant.variants, text.variants) {
            guard variant.subtitlesGroup != nil, !variant.codecs.isEmpty,
                !variant.codecs.contains(where: CodecSyntax.isText)
            else { continue }
            log.note(
                "rendition.subtitle-codec-unlisted", in: url, line: tag.line,
                column: tag.column(of: "CODECS"),
                "the variant has subtitles, and CODECS names none",
                expected: "wvtt or stpp.ttml.im1t in CODECS")
        }
    }

    private func checkSessionData(_ log: inout BreachLog) {
        var known: [[String]: Int] = [:]
        for tag in text.tags(.sessionData) {
            guard let id = tag["DATA-ID"]?.value else { continue }
            let key = [id, tag["LANGUAGE"]?.value ?? ""]
            if let line = known.updateValue(tag.line, forKey: key) {
                log.note(
                    "session-data.same-id-and-language", in: url, line: tag.line,
                    column: tag.column(of: "DATA-ID"),
                    "\"\(SafeText.quoted(id))\" is stated in line \(line) for the same language",
                    expected: "one for a language")
            }
        }
    }
}
