/// A rule for playlists and media.
///
/// Rules are stable: reports, known issues and scripts refer to them by their codes. One table
/// declares all rules; the help, the schema and the documentation page are generated from it.
package struct LintRule: Hashable, Sendable {
    /// The code: a word for the subject, a dot, and words for the checked property.
    package let code: String
    /// The citation of the section that states the rule.
    package let section: String
    /// The requirement, as a statement that is true for assets without a breach.
    package let sentence: String
    /// The severity of a breach.
    package let severity: Severity
    /// The severity of a breach in the profile `apple`.
    package let appleSeverity: Severity
    /// The smallest profile that contains the rule; the profile `apple` contains all rules.
    package let profile: Profile
    /// The information that is needed to check the rule.
    package let measure: Measure
    /// The party that can correct a breach.
    package let owner: Owner
    /// The reason why the rule is not implemented, as a clause; `nil` for an implemented rule.
    ///
    /// Results list such a rule among the rules that were not checked.
    package let obstacle: String?

    /// Declares a rule.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - severity: The severity of a breach.
    ///   - source: The document that states the rule.
    ///   - measure: The information needed to check the rule.
    ///   - owner: The party that can correct a breach.
    ///   - profile: The smallest profile that contains the rule.
    ///   - appleSeverity: The severity in the profile `apple`; `nil` when it is the same.
    ///   - obstacle: The reason why the rule is not implemented; `nil` for an implemented rule.
    ///   - sentence: The requirement, as a statement that is true for assets without a breach.
    init(
        _ code: String, _ severity: Severity, _ source: Source, _ measure: Measure, _ owner: Owner,
        profile: Profile = .rfc, inApple appleSeverity: Severity? = nil, obstacle: String? = nil,
        _ sentence: String
    ) {
        self.code = code
        section = source.text
        self.sentence = sentence
        self.severity = severity
        self.appleSeverity = appleSeverity ?? severity
        self.profile = profile
        self.measure = measure
        self.owner = owner
        self.obstacle = obstacle
    }

    /// Returns whether two rules have the same code; the codes of different rules differ.
    package static func == (one: LintRule, other: LintRule) -> Bool { one.code == other.code }

    /// Hashes the code.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension LintRule {
    /// The severity of a breach.
    package enum Severity: String, CaseIterable, Comparable, Sendable {
        /// The rule is informative: its breaches are reported as remarks.
        case info
        /// The rule is a recommendation ("should").
        case warning
        /// The rule is a requirement ("must").
        case error

        /// Returns whether a severity is lower than another.
        package static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A profile, which determines the rules to check.
    package enum Profile: String, CaseIterable, Sendable {
        /// The rules of the HLS specification.
        case rfc
        /// The rules of the HLS specification and of Apple's authoring specification.
        case apple
    }

    /// The information that is needed to check a rule.
    package enum Measure: String, CaseIterable, Sendable {
        /// The text of one playlist.
        case text
        /// The playlists of an asset.
        case set
        /// Headers and samples of the media.
        case media
        /// The decoded media.
        case decoded
        /// The headers of HTTP responses.
        case answers
        /// Several versions of a playlist.
        case versions

        /// Whether media must be read to obtain the information.
        package var isOfMedia: Bool { self == .media || self == .decoded }
    }

    /// The party that can correct a breach.
    package enum Owner: String, CaseIterable, Sendable {
        /// The tool that writes playlists and segments.
        case packager
        /// The tool that encodes the media.
        case encoder
        /// The server that delivers the asset.
        case origin
        /// The person or the script that writes the playlist.
        case author
    }

    /// The document that states a rule.
    enum Source {
        /// A section of rfc8216bis, the draft of the successor to RFC 8216.
        case bis(String)
        /// A section of RFC 8216.
        case rfc(String)
        /// A requirement of Apple's authoring specification of May 2025.
        case apple(String)
        /// Another document.
        case named(String)

        /// The citation as a text.
        var text: String {
            switch self {
            case .bis(let section): "rfc8216bis, section \(section)"
            case .rfc(let section): "RFC 8216, section \(section)"
            case .apple(let number): "HLS Authoring Specification, \(number)"
            case .named(let text): text
            }
        }
    }

    /// Whether the rule is implemented.
    package var isBuilt: Bool { obstacle == nil }

    /// The rule's sentence as findings quote it: without a period, and beginning in lower case.
    ///
    /// The text begins with a capital letter if the first word is a name.
    package var expectation: String { RuleSentence.expectation(sentence) }

    /// The rule's sentence after the word "expected".
    package var requirement: String { "that \(expectation)" }

    /// Returns the severity of a breach in a profile.
    package func severity(in profile: Profile) -> Severity {
        profile == .apple ? appleSeverity : severity
    }

    /// Returns whether a word is the code of the rule, or the subject at the start of its code.
    package func matches(_ word: String) -> Bool { code == word || code.hasPrefix(word + ".") }

    /// Returns whether a profile has the rule.
    package func isPart(of profile: Profile) -> Bool {
        self.profile == .rfc || profile == .apple
    }
}

// MARK: - The table of rules

extension LintRule {
    /// The rules about an asset, in the order in which reports list them.
    package static let asset: [LintRule] =
        text + header + segments + keys + variants + ladder + renditionRules + sets + containers
        + samples + subtitles + dateRanges + session + lowLatency + live

    /// All rules.
    ///
    /// The list contains the rules about an asset, and the rules that are checked by observing an
    /// origin over time.
    package static let all: [LintRule] = asset + origin

    private static let byCode: [String: LintRule] = Dictionary(
        uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// Returns the rule with a code; `nil` when no rule has the code.
    package static func named(_ code: String) -> LintRule? { byCode[code] }
}
