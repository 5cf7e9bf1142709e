import Formats
import Linting
import Playlists
package import RunResults

extension InspectedAsset {
    /// Removes the findings that a verification of the same asset also reports as failures.
    ///
    /// A finding is removed if a failed check has the same code and concerns the same stream. The
    /// finding of a missing file is also removed if the check that failed to play the stream names
    /// the file. The finding of a missing rendition group is removed only if all variant streams
    /// were verified. The failed check still makes the asset fail.
    ///
    /// - Parameters:
    ///   - checks: The checks of the verification.
    ///   - survey: The surveyed streams that were verified.
    ///   - isWhole: Whether all variant streams were verified.
    package mutating func removeFindings(
        reportedBy checks: [Check], of survey: SurveyedAsset, isWhole: Bool
    ) {
        guard let asset else { return }
        let failures = checks.compactMap { check -> (check: Check, failure: Failure)? in
            switch check.outcome {
            case .failed(let failure): (check, failure)
            case .passed, .known, .broken, .skipped: nil
            }
        }
        guard !failures.isEmpty else { return }
        let names = Self.names(of: survey, in: asset)
        let all = survey.streams.map(\.name)
        breaches.removeAll { breach in
            if breach.rule.code == "variant.undefined-group" {
                return isWhole && breach.file == asset.main.url
                    && !breach.problem.contains("CLOSED-CAPTIONS")
                    && failures.contains { $0.check.code == breach.rule.code }
            }
            return names[breach.file, default: []].contains { name in
                // The name of a stream may be a prefix of a longer name, so checks that contain one
                // of the longer names are excluded.
                let longer = all.filter { $0.hasPrefix(name + " ") }
                return failures.contains { check, failure in
                    guard check.name.hasPrefix(name + " ") || check.name.contains(" of \(name) "),
                        !longer.contains(where: { check.name.contains($0) })
                    else { return false }
                    return check.code == breach.rule.code
                        || Self.names(breach, as: check, failure)
                }
            }
        }
    }

    /// Returns whether a failed playback check names the file that a finding reports as missing.
    private static func names(
        _ breach: LintBreach, as check: Check, _ failure: Failure
    ) -> Bool {
        guard breach.rule.code == "segment.missing-file", check.code == "variant.played",
            let file = breach.resource?.split(separator: "/").last
        else { return false }
        let name = SafeText.quoted(String(file))
        return failure.found.split { " \n,:;\"()".contains($0) }.contains { $0 == name }
    }

    /// Returns the names of streams by the locations of their playlists.
    private static func names(
        of survey: SurveyedAsset, in asset: LintedAsset
    ) -> [String: [String]] {
        guard let multivariant = asset.main.multivariant else {
            return [asset.main.url: survey.streams.map(\.name)]
        }
        let loaded = Dictionary(asset.playlists.map { ($0.listed, $0.url) }) { first, _ in first }
        var names: [String: [String]] = [:]
        for stream in survey.streams {
            let uri: String? =
                switch stream.key {
                case .variant(let place):
                    multivariant.variants.indices.contains(place)
                        ? multivariant.variants[place].uri : nil
                case .rendition(let kind, let group, let name, let language):
                    multivariant.renditions.first {
                        $0.kind == kind && $0.groupID == group && $0.name == name
                            && $0.language == language
                    }?.uri
                }
            guard let uri,
                let url = loaded[URIReference.resolve(uri, against: asset.main.url)]
            else { continue }
            names[url, default: []].append(stream.name)
        }
        return names
    }
}
