extension MultivariantPlaylist {
    /// Returns the playlist as a file, with a line feed after every line.
    ///
    /// Tags have a fixed order; comments and unknown tags precede their element.
    public func text() -> String {
        var writer = PlaylistWriter()
        writer.common(
            version: version, hasIndependentSegments: hasIndependentSegments, start: start,
            definitions: definitions)
        if let contentSteering { writer.write(contentSteering) }
        for data in sessionData { writer.write(data) }
        for key in sessionKeys { writer.write(key, as: .sessionKey) }
        for rendition in renditions { writer.write(rendition) }
        for variant in variants {
            writer.lines(variant.precedingLines)
            writer.write(variant, as: .streamInformation)
            writer.line(variant.uri)
        }
        for variant in iFrameVariants {
            writer.lines(variant.precedingLines)
            writer.write(variant, as: .iFrameStreamInformation)
        }
        writer.lines(trailingLines)
        return writer.text
    }
}

extension PlaylistWriter {
    mutating func write(_ steering: ContentSteering) {
        lines(steering.precedingLines)
        var attributes = AttributeWriter(.contentSteering)
        attributes.string("SERVER-URI", steering.serverURI)
        attributes.string("PATHWAY-ID", steering.pathwayID)
        attributes.rest(steering.otherAttributes)
        line(attributes.text)
    }

    mutating func write(_ data: SessionData) {
        lines(data.precedingLines)
        var attributes = AttributeWriter(.sessionData)
        attributes.string("DATA-ID", data.dataID)
        attributes.string("VALUE", data.value)
        attributes.string("URI", data.uri)
        if data.format != .json { attributes.word("FORMAT", data.format.rawValue) }
        attributes.string("LANGUAGE", data.language)
        attributes.rest(data.otherAttributes)
        line(attributes.text)
    }

    mutating func write(_ rendition: Rendition) {
        lines(rendition.precedingLines)
        var attributes = AttributeWriter(.media)
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
        line(attributes.text)
    }

    mutating func write(_ variant: VariantStream, as tag: Tag) {
        var attributes = AttributeWriter(tag)
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
        line(attributes.text)
    }
}
