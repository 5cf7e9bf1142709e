import Formats

/// The name of a codec with its profile, as in `CODECS` attributes.
///
/// Reference: RFC 6381; ISO/IEC 14496-15, annex E; the codec bindings of AV1 and VP9 to ISO files.
package enum CodecString {
    /// Returns the string for H.264, from the three bytes after the parameter set's header.
    package static func h264(
        profile: UInt8, constraints: UInt8, level: UInt8, entry: String = "avc1"
    ) -> String {
        "\(entry)." + Hexadecimal.text([profile, constraints, level])
    }

    /// Returns the string for HEVC, from its general profile, tier and level.
    package static func hevc(
        space: UInt8, profile: UInt8, compatibility: UInt32, isHighTier: Bool, level: UInt8,
        constraints: [UInt8], entry: String = "hvc1"
    ) -> String {
        let spaces = ["", "A", "B", "C"]
        var reversed: UInt32 = 0
        for bit in 0..<32 where compatibility >> UInt32(bit) & 1 == 1 {
            reversed |= 1 << UInt32(31 - bit)
        }
        var parts = [
            entry, "\(spaces[Int(space & 3)])\(profile)",
            String(reversed, radix: 16, uppercase: true), "\(isHighTier ? "H" : "L")\(level)",
        ]
        let last = constraints.lastIndex { $0 != 0 }
        if let last {
            parts += constraints[...last].map { String($0, radix: 16, uppercase: true) }
        }
        return parts.joined(separator: ".")
    }

    /// Returns the string for MPEG-4 audio of an object type.
    package static func mpeg4Audio(objectType: Int) -> String { "mp4a.40.\(objectType)" }

    /// Returns the string for AV1, from its configuration record.
    package static func av1(configuration: [UInt8]) -> String? {
        guard configuration.count >= 4, configuration[0] == 0x81 else { return nil }
        let level = configuration[1] & 0x1F
        let tier = configuration[2] & 0x80 != 0 ? "H" : "M"
        let isHigh = configuration[2] & 0x40 != 0
        let depth = isHigh ? (configuration[2] & 0x20 != 0 ? 12 : 10) : 8
        return "av01.\(configuration[1] >> 5).\(decimal(Int(level)))\(tier).\(decimal(depth))"
    }

    /// Returns the string for VP9, from its profile and level.
    package static func vp9(profile: Int, level: Int, bitDepth: Int) -> String {
        "vp09.\(decimal(profile)).\(decimal(level)).\(decimal(bitDepth))"
    }

    private static func decimal(_ number: Int) -> String {
        number < 10 && number >= 0 ? "0\(number)" : "\(number)"
    }
}

extension CodecString {
    static func h264(_ set: H264ParameterSet) -> String {
        h264(profile: set.profile, constraints: set.constraints, level: set.level)
    }

    static func hevc(_ profile: HEVCProfile, entry: String = "hvc1") -> String {
        hevc(
            space: profile.space, profile: profile.profile, compatibility: profile.compatibility,
            isHighTier: profile.isHighTier, level: profile.level, constraints: profile.constraints,
            entry: entry)
    }
}
