import Formats
import Playlists

/// Compares a plan with the plan of an existing download, to find missing streams and renditions.
extension PackagePlan {
    /// The maximum number of renditions that a message names.
    private static let namedCount = 4

    /// Returns messages about the streams and renditions that an existing download lacks.
    ///
    /// Both plans are for the same asset. Variant streams and renditions are compared by their
    /// attributes, because their locations may contain tokens that change.
    ///
    /// - Parameters:
    ///   - stored: The plan of the download.
    ///   - comparesVariants: Whether the variant stream of this plan counts as missing if the
    ///     download has a different variant stream.
    /// - Returns: At most one message each about the variant stream, the audio and the subtitles,
    ///   worded so that it can follow the name of the download; empty when nothing is missing.
    package func parts(missingFrom stored: PackagePlan, comparesVariants: Bool) -> [String] {
        var lines: [String] = []
        let (own, other) = (multivariantPlaylist, stored.multivariantPlaylist)
        if comparesVariants, let bandwidth = variantBandwidth,
            own?.plainVariant != other?.plainVariant
        {
            let found = stored.variantBandwidth.map { "; its variant stream has \($0) bit/s" }
            lines.append(
                "lacks the selected variant stream of \(bandwidth) bit/s" + (found ?? ""))
        }
        let known = (other?.renditions ?? []).map(\.plain)
        let kinds: [(kind: Rendition.Kind, name: String)] = [
            (.audio, "audio"), (.subtitles, "subtitles"),
        ]
        for (kind, name) in kinds {
            let absent = (own?.renditions ?? []).filter {
                $0.kind == kind && !known.contains($0.plain)
            }
            guard !absent.isEmpty else { continue }
            let names = absent.prefix(Self.namedCount).map { "\"\(SafeText.quoted($0.name))\"" }
            let more =
                absent.count > Self.namedCount ? " and \(absent.count - Self.namedCount) more" : ""
            lines.append(
                "was downloaded without the \(name) \(names.joined(separator: ", "))\(more)")
        }
        return lines
    }
}

extension MultivariantPlaylist {
    /// The package's variant stream without its location, group names and preceding lines.
    fileprivate var plainVariant: VariantStream? {
        guard var variant = variants.first else { return nil }
        variant.uri = ""
        variant.audioGroup = nil
        variant.subtitlesGroup = nil
        variant.precedingLines = []
        return variant
    }
}

extension Rendition {
    /// The rendition without its location in a package.
    fileprivate var plain: Rendition {
        var rendition = self
        rendition.uri = nil
        rendition.precedingLines = []
        return rendition
    }
}
