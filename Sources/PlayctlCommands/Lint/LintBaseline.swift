import AssetChecking
import CommandTree
import Formats
import Linting

/// The baseline: the known findings, identified by fingerprints.
///
/// A known finding is still recognized when its line or a measured value changes, as
/// ``FindingFingerprints`` describes.
struct LintBaseline {
    /// A known finding that the findings of a run do not contain.
    struct Unused: Equatable {
        /// The line of the baseline file, counted from 1.
        let line: Int
        /// The code of the rule.
        let rule: String
    }

    /// The line numbers of the known findings, by fingerprint, in descending order.
    private var lines: [String: [Int]] = [:]

    /// Reads a baseline file.
    ///
    /// Each line contains one fingerprint; the order of the lines has no meaning. Lines that start
    /// with `#` are comments.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: The path of the file, for errors.
    /// - Throws: ``CommandFailure`` for wrong usage when a line is not a fingerprint.
    init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
        // Editors of some systems begin a file with a byte order mark and end lines with CR LF.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw CommandFailure(.usage, "\(path): the baseline is not UTF-8")
        }
        let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in all.enumerated().reversed() where !line.isEmpty {
            guard !line.hasPrefix("#") else { continue }
            guard Self.isFingerprint(line) else {
                throw CommandFailure(
                    .usage, "\(path):\(index + 1): the line is not a finding of playctl lint")
            }
            lines[String(line), default: []].append(index + 1)
        }
    }

    /// Returns whether a line starts with the code of a rule, followed by a file and a problem.
    private static func isFingerprint(_ line: Substring) -> Bool {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3 else { return false }
        let parts = words[0].split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { byte in
                        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
                    }
            }
    }

    /// Divides findings into new and known ones.
    ///
    /// Each line of the baseline matches one finding with the same fingerprint. Further findings
    /// with that fingerprint are new.
    mutating func divide(
        _ breaches: [LintBreach], _ fingerprints: FindingFingerprints
    ) -> (new: [LintBreach], known: [LintBreach]) {
        var new: [LintBreach] = []
        var known: [LintBreach] = []
        for breach in breaches {
            let name = fingerprints.fingerprint(of: breach)
            if !breach.isOfWholeAsset, lines[name]?.popLast() != nil {
                known.append(breach)
            } else {
                new.append(breach)
            }
        }
        return (new, known)
    }

    /// Returns the baseline entries that matched no finding, in the order of the file.
    ///
    /// - Parameter results: The results.
    /// - Returns: The entries whose files were checked, and whose rules were checked completely.
    func unused(in results: [InspectedAsset]) -> [Unused] {
        let places = results.map { result in
            let playlists = result.asset.map { [$0.main] + $0.playlists } ?? []
            return (
                rules: Set(result.coverage.checked.map(\.code)),
                files: Set(playlists.map { FindingFingerprints.name(of: $0.url) })
            )
        }
        var unused: [Unused] = []
        for (fingerprint, numbers) in lines where !numbers.isEmpty {
            let code = String(fingerprint.prefix { $0 != " " })
            let rest = fingerprint.dropFirst(code.count + 1)
            let isChecked = places.contains { place in
                place.rules.contains(code) && place.files.contains { rest.hasPrefix($0 + " ") }
            }
            guard isChecked else { continue }
            unused += numbers.map { Unused(line: $0, rule: code) }
        }
        return unused.sorted { $0.line < $1.line }
    }

    /// Returns the bytes of a baseline file that contains the findings.
    static func file(
        of breaches: [LintBreach], _ fingerprints: FindingFingerprints
    ) -> [UInt8] {
        let head =
            "# Findings of playctl lint that are known. 'playctl lint --baseline FILE --update'"
        let listed = breaches.filter { !$0.isOfWholeAsset }
        let lines = [head] + listed.map(fingerprints.fingerprint).sorted()
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}

extension LintBreach {
    /// Whether the finding states that no part of the asset could be read.
    ///
    /// A baseline never permits this finding, because a run with this finding has not checked the
    /// asset for other problems.
    var isOfWholeAsset: Bool {
        line == nil && [LintCoverage.unreachable, LintCoverage.notAPlaylist].contains(rule)
    }
}
