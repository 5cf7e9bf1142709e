import VirtualTime

extension PlaylistParser {
    /// Reads the tags that apply to the complete media playlist.
    mutating func readMediaHeader(_ tag: Tag, _ range: Range<Int>) throws(PlaylistError) {
        switch tag {
        case .targetDuration: try readTargetDuration(range)
        case .mediaSequence:
            if media.statesMediaSequence { return try keep(tag, because: .duplicateTag) }
            guard let number = try sequenceNumber(tag, range) else { return }
            media.playlist.mediaSequence = number
            media.statesMediaSequence = true
            noteIfLate(tag)
        case .discontinuitySequence: try readDiscontinuitySequence(range)
        case .endList:
            if media.playlist.hasEndList { note(.duplicateTag, tag: tag.rawValue) }
            media.playlist.hasEndList = true
        case .playlistType: try readPlaylistType(range)
        case .iFramesOnly:
            if media.playlist.isIFramesOnly { return try keep(tag, because: .duplicateTag) }
            require(version: 4, for: tag)
            media.playlist.isIFramesOnly = true
            noteIfLate(tag)
        case .partInformation: try readPartInformation(range)
        case .serverControl: try readServerControl(range)
        default: try readAllowCache(range)
        }
    }

    private mutating func noteIfLate(_ tag: Tag) {
        if !media.playlist.segments.isEmpty { note(.tooLate, tag: tag.rawValue) }
    }

    private mutating func readTargetDuration(_ range: Range<Int>) throws(PlaylistError) {
        if media.playlist.targetDuration != nil {
            return try keep(.targetDuration, because: .duplicateTag)
        }
        do throws(NumeralError) {
            let bytes = source.bytes
            let trimmed = bytes.trimmed(range)
            if trimmed != range { note(.whitespace, tag: Tag.targetDuration.rawValue) }
            let duration = try Numeral.time(bytes.span.extracting(trimmed))
            if bytes[trimmed].contains(0x2E) {
                note(
                    .fractionalTargetDuration, tag: Tag.targetDuration.rawValue,
                    excerpt(source.text(range)))
            }
            media.playlist.targetDuration = duration
        } catch {
            let text = excerpt(source.text(range))
            return try keep(.targetDuration, because: .malformedTag, text)
        }
        noteIfLate(.targetDuration)
    }

    private mutating func readDiscontinuitySequence(_ range: Range<Int>) throws(PlaylistError) {
        guard let sequence = try integerIfUsable(.discontinuitySequence, range) else { return }
        // A kept line would apply when the written playlist is parsed, because a sequence number of
        // zero is not written.
        if media.statesDiscontinuitySequence {
            return note(.duplicateTag, tag: Tag.discontinuitySequence.rawValue)
        }
        media.playlist.discontinuitySequence = sequence
        media.statesDiscontinuitySequence = true
        noteIfLate(.discontinuitySequence)
        if sequence == 0 { return }
        // Before this tag, discontinuities were counted from zero, so the tag's value is added.
        media.discontinuities = media.discontinuities.addingClamped(sequence)
        for index in media.playlist.segments.indices {
            let counted = media.playlist.segments[index].discontinuitySequence
            media.playlist.segments[index].discontinuitySequence = counted.addingClamped(sequence)
        }
    }

    private mutating func readPlaylistType(_ range: Range<Int>) throws(PlaylistError) {
        if media.playlist.playlistType != nil {
            return try keep(.playlistType, because: .duplicateTag)
        }
        let text = source.text(range)
        guard let kind = MediaPlaylist.Kind(rawValue: text) else {
            return try keep(.playlistType, because: .unknownValue, excerpt(text))
        }
        media.playlist.playlistType = kind
        noteIfLate(.playlistType)
    }

    private mutating func readAllowCache(_ range: Range<Int>) throws(PlaylistError) {
        if media.playlist.allowsCache != nil {
            return try keep(.allowCache, because: .duplicateTag)
        }
        let text = source.text(range)
        guard text == "YES" || text == "NO" else {
            return try keep(.allowCache, because: .unknownValue, excerpt(text))
        }
        note(.obsolete, tag: Tag.allowCache.rawValue)
        media.playlist.allowsCache = text == "YES"
    }

    private mutating func readPartInformation(_ range: Range<Int>) throws(PlaylistError) {
        if media.playlist.partInformation != nil {
            return try keep(.partInformation, because: .duplicateTag)
        }
        var attributes = try attributes(.partInformation, range)
        guard let target = try attributes.time("PART-TARGET") else {
            return try keep(.partInformation, lacking: "PART-TARGET", in: attributes)
        }
        media.playlist.partInformation = PartInformation(
            targetDuration: target, otherAttributes: try attributes.rest())
        try note(attributes)
        noteIfLate(.partInformation)
    }

    private mutating func readServerControl(_ range: Range<Int>) throws(PlaylistError) {
        if media.playlist.serverControl != nil {
            return try keep(.serverControl, because: .duplicateTag)
        }
        var attributes = try attributes(.serverControl, range)
        var control = ServerControl()
        control.canSkipUntil = try attributes.time("CAN-SKIP-UNTIL")
        control.canSkipDateRanges = try attributes.flag("CAN-SKIP-DATERANGES")
        control.holdBack = try attributes.time("HOLD-BACK")
        control.partHoldBack = try attributes.time("PART-HOLD-BACK")
        control.canBlockReload = try attributes.flag("CAN-BLOCK-RELOAD")
        control.otherAttributes = try attributes.rest()
        try note(attributes)
        media.playlist.serverControl = control
        noteIfLate(.serverControl)
    }
}
