/// The profiles and levels of video codecs.
enum CodecLevel {
    /// Returns whether Apple platforms play a codec's profile and level.
    ///
    /// The result is `true` for codecs without a rule.
    ///
    /// Reference: HLS Authoring Specification, 1.3 to 1.9.
    static func isPlayed(_ codec: String) -> Bool {
        let parts = codec.lowercased().split(separator: ".")
        switch CodecName.family(codec) {
        case "avc1":
            guard parts.count == 2, parts[1].utf8.count == 6 else { return true }
            return ["42", "4d", "58", "64"].contains(parts[1].prefix(2))
                && CodecName.number(parts[1].suffix(2), 16) <= 52
        case "hvc1":
            guard parts.count > 3 else { return true }
            return ["1", "2"].contains(parts[1]) && CodecName.number(parts[3].dropFirst()) <= 153
        default: return true
        }
    }

    /// Returns whether a codec name denotes HEVC (`hvc1` or `hev1`) rather than Dolby Vision.
    static func isHEVC(_ codec: String) -> Bool {
        codec.hasPrefix("hvc1") || codec.hasPrefix("hev1")
    }

    /// Returns whether the profile of H.264 or HEVC permits only samples of 8 bits.
    ///
    /// Reference: ITU-T H.264, section A.2; ITU-T H.265, section A.3.
    static func hasEightBits(_ codec: String) -> Bool {
        let parts = codec.lowercased().split(separator: ".")
        switch CodecName.family(codec) {
        case "avc1":
            return parts.count == 2 && parts[1].utf8.count == 6
                && ["42", "4d", "58", "64"].contains(parts[1].prefix(2))
        case "hvc1": return parts.count > 3 && ["1", "3"].contains(parts[1])
        default: return false
        }
    }

    /// Returns whether an HEVC codec name states that pictures are fields.
    ///
    /// Reference: ITU-T H.265, section 7.3.3.
    static func isInterlaced(_ codec: String) -> Bool {
        let parts = codec.split(separator: ".")
        guard CodecName.family(codec) == "hvc1", parts.count > 4 else { return false }
        return CodecName.number(parts[4], 16) & 0xC0 == 0x40
    }

    /// The H.264 levels that separate classes of decoders, with the largest frame sizes and rates.
    ///
    /// Sizes are in macroblocks, and rates in macroblocks per second. Reference: ITU-T H.264, table
    ///
    private static let classes: [(level: Int, size: Int, rate: Int)] = [
        (31, 3600, 108_000), (42, 8704, 522_240), (52, 36_864, 2_073_600),
    ]

    /// Returns a level below the declared H.264 level that suffices for a track.
    ///
    /// More decoders play the lower level. The result is `nil` when there is no such level.
    static func needless(_ codec: String, of track: MeasuredTrack) -> String? {
        let parts = codec.split(separator: ".")
        guard CodecName.family(codec) == "avc1", parts.count == 2, parts[1].utf8.count == 6,
            let width = track.width, let height = track.height, let rate = track.frameRate
        else { return nil }
        let level = CodecName.number(parts[1].suffix(2), 16)
        let blocks = (width + 15) / 16 * ((height + 15) / 16)
        let fit = classes.first { blocks <= $0.size && Double(blocks) * rate <= Double($0.rate) }
        guard let fit, level > fit.level else { return nil }
        return "\(fit.level / 10).\(fit.level % 10)"
    }
}
