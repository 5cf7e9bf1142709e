package import Playlists

/// The attributes of variant streams and renditions, by the names of the attributes.
///
/// Quoted values appear without the quotation marks, and numbers in their shortest form. Unknown
/// attributes are included.
///
/// Source: `Documentation/BrightcoveOffline.md#methods`.
extension MultivariantPlaylist {
    /// The bandwidths of the variant streams in bits per second, ascending, without duplicates.
    package var variantBitrates: [Int64] {
        Set(variants.map { Int64($0.bandwidth) }).sorted()
    }

    /// The attributes of each variant stream's `EXT-X-STREAM-INF`, in playlist order.
    package var variantAttributes: [[String: String]] { variants.map(\.listing) }

    /// The attributes of each rendition's `EXT-X-MEDIA`, in playlist order.
    package var alternativeRenditionAttributes: [[String: String]] { renditions.map(\.listing) }
}

extension VariantStream {
    fileprivate var listing: [String: String] {
        var values: [String: String] = ["BANDWIDTH": "\(bandwidth)"]
        values["AVERAGE-BANDWIDTH"] = averageBandwidth.map { "\($0)" }
        values["SCORE"] = score.map(shortest)
        values["CODECS"] = list(codecs)
        values["SUPPLEMENTAL-CODECS"] = list(supplementalCodecs)
        values["RESOLUTION"] = resolution.map { "\($0.width)x\($0.height)" }
        values["FRAME-RATE"] = frameRate.map(shortest)
        values["HDCP-LEVEL"] = hdcpLevel
        values["ALLOWED-CPC"] = allowedCPC
        values["VIDEO-RANGE"] = videoRange
        values["REQ-VIDEO-LAYOUT"] = requiredVideoLayout
        values["STABLE-VARIANT-ID"] = stableID
        values["PATHWAY-ID"] = pathwayID
        values["AUDIO"] = audioGroup
        values["VIDEO"] = videoGroup
        values["SUBTITLES"] = subtitlesGroup
        values["NAME"] = name
        switch closedCaptions {
        case .some(.none): values["CLOSED-CAPTIONS"] = "NONE"
        case .some(.group(let group)): values["CLOSED-CAPTIONS"] = group
        case nil: break
        }
        return values.adding(otherAttributes)
    }
}

extension Rendition {
    fileprivate var listing: [String: String] {
        var values = ["TYPE": kind.rawValue, "GROUP-ID": groupID, "NAME": name]
        values["URI"] = uri
        values["LANGUAGE"] = language
        values["ASSOC-LANGUAGE"] = associatedLanguage
        values["STABLE-RENDITION-ID"] = stableID
        // `NO` is also listed for a missing attribute, because both have the same parsed value.
        values["DEFAULT"] = isDefault ? "YES" : "NO"
        values["AUTOSELECT"] = isAutoselect ? "YES" : "NO"
        if kind == .subtitles { values["FORCED"] = isForced ? "YES" : "NO" }
        values["INSTREAM-ID"] = instreamID
        values["CHARACTERISTICS"] = list(characteristics)
        values["CHANNELS"] = channels
        values["BIT-DEPTH"] = bitDepth.map { "\($0)" }
        values["SAMPLE-RATE"] = sampleRate.map { "\($0)" }
        return values.adding(otherAttributes)
    }
}

private func list(_ items: [String]) -> String? {
    items.isEmpty ? nil : items.joined(separator: ",")
}

private func shortest(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension [String: String] {
    /// Returns the values with unknown attributes added; known values take precedence.
    fileprivate func adding(_ attributes: [Attribute]) -> [String: String] {
        var values = self
        for attribute in attributes where values[attribute.name] == nil {
            values[attribute.name] = attribute.value.text
        }
        return values
    }
}
