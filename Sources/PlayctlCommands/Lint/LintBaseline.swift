import AssetChecking
import Formats
import Linting

/// The findings that are known, by their fingerprints.
///
/// A fingerprint has the rule, the file and the problem without its numbers, so that lines that move
/// do not make a finding new.
struct LintBaseline {
    /// The number of known findings with a fingerprint.
    private var counts: [String: Int] = [:]

    /// Reads a file: a fingerprint a line, in any order; lines that start with `#` are comments.
    init(_ bytes: [UInt8]) {
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        where !line.hasPrefix("#") {
            counts[String(line), default: 0] += 1
        }
    }

    /// Divides findings into new and known ones; findings beyond the known number of a kind are
    /// new.
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

    /// Returns the file for findings.
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
        // Files below the working directory are named as from there, on any machine.
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
        // Findings that are counted but not listed are identified by their number.
        if breach.more > 0 { words += " and \(breach.more) more" }
        return "\(breach.rule.code) \(InspectedAsset.shown(breach.file)) \(SafeText.line(words))"
    }
}

extension LintBreach {
    /// Whether no part of the asset could be read.
    ///
    /// No baseline permits this, because all other problems of the asset are then unknown.
    var isOfWholeAsset: Bool { rule.code == "set.unreachable" && line == nil }
}
