import AssetChecking
import Formats
import Linting

/// The baseline: the known findings, identified by fingerprints.
///
/// A fingerprint contains the rule, the file and the problem without its numbers. A finding
/// therefore stays known when its line number changes.
struct LintBaseline {
    /// The number of known findings for each fingerprint.
    private var counts: [String: Int] = [:]

    /// Reads a baseline file.
    ///
    /// Each line contains one fingerprint; the order of the lines has no meaning. Lines that start
    /// with `#` are comments.
    init(_ bytes: [UInt8]) {
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        where !line.hasPrefix("#") {
            counts[String(line), default: 0] += 1
        }
    }

    /// Divides findings into new and known ones.
    ///
    /// If more findings have a fingerprint than the baseline contains, the surplus is new.
    mutating func divide(_ breaches: [LintBreach]) -> (new: [LintBreach], known: [LintBreach]) {
        var new: [LintBreach] = []
        var known: [LintBreach] = []
        for breach in breaches {
            let name = Self.fingerprint(of: breach)
            if !breach.isOfWholeAsset, let count = counts[name], count > 0 {
                counts[name] = count - 1
                known.append(breach)
            } else {
                new.append(breach)
            }
        }
        return (new, known)
    }

    /// Returns the bytes of a baseline file that contains the findings.
    static func file(of breaches: [LintBreach]) -> [UInt8] {
        let head =
            "# Findings of playctl lint that are known. 'playctl lint --baseline FILE --update'"
        let lines = [head] + breaches.filter { !$0.isOfWholeAsset }.map(fingerprint).sorted()
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Returns the fingerprint of a finding.
    static func fingerprint(of breach: LintBreach) -> String {
        var words = ""
        var isNumber = false
        // Paths below the working directory become relative to it, so that they are the same on any
        // machine.
        let folder = "file://\(SystemCalls.workingDirectory)/"
        for character in breach.problem.replacing(folder, with: "") {
            let isDigit = character.isNumber || isNumber && character == "."
            if isDigit {
                if !isNumber { words += "#" }
            } else {
                words.append(character)
            }
            isNumber = isDigit
        }
        // For findings that are counted but not listed, their number is part of the fingerprint.
        if breach.more > 0 { words += " and \(breach.more) more" }
        return "\(breach.rule.code) \(InspectedAsset.shown(breach.file)) \(SafeText.line(words))"
    }
}

extension LintBreach {
    /// Whether the finding states that no part of the asset could be read.
    ///
    /// A baseline never permits this finding, because all other problems of the asset are then
    /// unknown.
    var isOfWholeAsset: Bool { rule.code == "set.unreachable" && line == nil }
}
