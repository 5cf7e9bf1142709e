extension MultivariantPlaylist {
    /// Returns the playlist as a file, with a line feed after every line.
    ///
    /// Tags have a fixed order; comments and unknown tags precede their element.
    public func text() -> String {
        var writer = PlaylistWriter()
        writer.write(self)
        return writer.output.text
    }
}

extension PlaylistWriter {
    mutating func write(_ playlist: MultivariantPlaylist) {
        common(
            version: playlist.version, hasIndependentSegments: playlist.hasIndependentSegments,
            start: playlist.start, definitions: playlist.definitions)
        if let contentSteering = playlist.contentSteering { write(contentSteering) }
        for data in playlist.sessionData { write(data) }
        for key in playlist.sessionKeys { write(key, as: .sessionKey) }
        for rendition in playlist.renditions { write(rendition) }
        for variant in playlist.variants {
            lines(variant.precedingLines)
            write(variant, as: .streamInformation)
            line(variant.uri)
        }
        for variant in playlist.iFrameVariants {
            lines(variant.precedingLines)
            write(variant, as: .iFrameStreamInformation)
        }
        lines(playlist.trailingLines)
    }

    mutating func write(_ steering: ContentSteering) {
        lines(steering.precedingLines)
        var attributes = self.attributes(.contentSteering)
        attributes.string("SERVER-URI", steering.serverURI)
        attributes.string("PATHWAY-ID", steering.pathwayID)
        attributes.rest(steering.otherAttributes)
        line(attributes)
    }

    mutating func write(_ data: SessionData) {
        lines(data.precedingLines)
        var attributes = self.attributes(.sessionData)
        attributes.string("DATA-ID", data.dataID)
        attributes.string("VALUE", data.value)
        attributes.string("URI", data.uri)
        if data.format != .json { attributes.word("FORMAT", data.format.rawValue) }
        attributes.string("LANGUAGE", data.language)
        attributes.rest(data.otherAttributes)
        line(attributes)
    }

    mutating func write(_ rendition: Rendition) {
        lines(rendition.precedingLines)
        var attributes = self.attributes(.media)
        attributes.word("TYPE", rendition.kind.rawValue)
        attributes.string("GROUP-ID", rendition.groupID)
        attributes.string("NAME", rendition.name)
        attributes.string("LANGUAGE", rendition.language)
        attributes.string("ASSOC-LANGUAGE", rendition.associatedLanguage)
        attributes.string("STABLE-RENDITION-ID", rendition.stableID)
        attributes.flag("DEFAULT", rendition.isDefault)
        attributes.flag("AUTOSELECT", rendition.isAutoselect)
        attributes.flag("FORCED", rendition.isForced)
        attributes.string("INSTREAM-ID", rendition.instreamID)
        attributes.integer("BIT-DEPTH", rendition.bitDepth)
        attributes.integer("SAMPLE-RATE", rendition.sampleRate)
        attributes.list("CHARACTERISTICS", rendition.characteristics)
        attributes.string("CHANNELS", rendition.channels)
        attributes.string("URI", rendition.uri)
        attributes.rest(rendition.otherAttributes)
        line(attributes)
    }

    mutating func write(_ variant: VariantStream, as tag: Tag) {
        var attributes = self.attributes(tag)
        attributes.integer("BANDWIDTH", variant.bandwidth)
        attributes.integer("AVERAGE-BANDWIDTH", variant.averageBandwidth)
        attributes.decimal("SCORE", variant.score)
        attributes.list("CODECS", variant.codecs)
        attributes.list("SUPPLEMENTAL-CODECS", variant.supplementalCodecs)
        attributes.word(
            "RESOLUTION", variant.resolution.map { "\($0.width)x\($0.height)" })
        attributes.decimal("FRAME-RATE", variant.frameRate)
        attributes.word("HDCP-LEVEL", variant.hdcpLevel)
        attributes.string("ALLOWED-CPC", variant.allowedCPC)
        attributes.word("VIDEO-RANGE", variant.videoRange)
        attributes.string("REQ-VIDEO-LAYOUT", variant.requiredVideoLayout)
        attributes.string("STABLE-VARIANT-ID", variant.stableID)
        attributes.string("PATHWAY-ID", variant.pathwayID)
        attributes.string("NAME", variant.name)
        attributes.string("AUDIO", variant.audioGroup)
        attributes.string("VIDEO", variant.videoGroup)
        attributes.string("SUBTITLES", variant.subtitlesGroup)
        switch variant.closedCaptions {
        case .some(.none): attributes.word("CLOSED-CAPTIONS", "NONE")
        case .some(.group(let group)): attributes.string("CLOSED-CAPTIONS", group)
        case nil: break
        }
        if tag == .iFrameStreamInformation { attributes.string("URI", variant.uri) }
        attributes.rest(variant.otherAttributes)
        line(attributes)
    }
}
