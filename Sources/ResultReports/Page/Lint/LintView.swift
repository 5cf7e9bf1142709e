package import HeadlessPlayback

/// The result of `playctl lint` for one asset, as a page shows it.
package struct LintView: Sendable {
    /// The severity of a finding.
    package enum Severity: Int, Sendable, CaseIterable {
        case error, warning, remark
    }

    /// A finding, together with the findings that follow from it.
    package struct Finding: Sendable {
        /// The severity.
        package var severity: Severity
        /// The code of the rule.
        package var code: String
        /// The file; empty for a finding without a file.
        package var file = ""
        /// The file with line and column.
        package var place: String
        /// The state that was found.
        package var problem: String
        /// The state that the rule requires.
        package var expected: String
        /// The section of the specification that states the rule.
        package var section: String
        /// The party that can correct the problem.
        package var owner: String
        /// The usual cause, its effect for a viewer, and the cure.
        package var advice: [(name: String, text: String)] = []
        /// The position on the timeline; `nil` for a finding about a whole playlist.
        package var time: MediaTime?
        /// Descriptions of the findings that follow from this finding.
        package var consequences: [String] = []
        /// The number of further findings of the rule in the file; these findings are not listed.
        package var more = 0
        /// The reason why the finding does not count; `nil` when it counts.
        package var excuse: String?

        /// Creates a finding without a position on the timeline.
        package init(
            _ severity: Severity, _ code: String, at place: String, problem: String,
            expected: String,
            section: String, owner: String
        ) {
            self.severity = severity
            self.code = code
            self.place = place
            self.problem = problem
            self.expected = expected
            self.section = section
            self.owner = owner
        }
    }

    /// A playlist on the timeline.
    package struct Lane: Sendable {
        /// The name of the playlist.
        package var name: String
        /// The intervals of segments, in order.
        package var segments: [Range<MediaTime>] = []
        /// The positions of discontinuities.
        package var discontinuities: [MediaTime] = []
        /// The intervals of marked breaks, such as ad breaks.
        package var breaks: [Range<MediaTime>] = []

        /// Creates a playlist of the timeline, without segments.
        package init(_ name: String) { self.name = name }
    }

    /// The bandwidth of a variant.
    package struct Bandwidth: Sendable {
        /// A measured rate.
        package struct Rate: Sendable {
            /// The interval in which the rate was measured.
            package var interval: Range<MediaTime>
            /// The rate in bits per second.
            package var value: Double

            /// Creates a rate.
            package init(_ interval: Range<MediaTime>, _ value: Double) {
                self.interval = interval
                self.value = value
            }
        }

        /// The name of the variant.
        package var name: String
        /// The width and the height in pixels; `nil` when they are not declared.
        package var size: String?
        /// The declared peak bandwidth in bits per second.
        package var declared: Int
        /// The declared average bandwidth in bits per second; `nil` if none is declared.
        package var declaredAverage: Int?
        /// The measured rates over time.
        package var rates: [Rate]
        /// The measured average bandwidth in bits per second.
        package var average: Double

        /// Creates the bandwidth of a variant without a size and a declared average.
        package init(_ name: String, declared: Int, rates: [Rate], average: Double) {
            self.name = name
            self.declared = declared
            self.rates = rates
            self.average = average
        }

        /// The largest measured rate with its interval; `nil` if no rate was measured.
        package var peak: Rate? { rates.max { $0.value < $1.value } }
    }

    /// The address or path of the asset.
    package var address: String
    /// The name of the asset.
    package var name: String
    /// The name of the selected set of rules.
    package var profile: String
    /// Whether a finding reaches the severity at which the command fails.
    package var isBad = false
    /// Whether the run was interrupted.
    package var wasInterrupted = false
    /// All findings, including findings that do not count, each with its consequences.
    package var findings: [Finding] = []
    /// The number of findings of each severity, including findings that ``findings`` does not list.
    package var counts: [Severity: Int] = [:]
    /// The playlists on the timeline.
    package var lanes: [Lane] = []
    /// The bandwidth of each variant; if media of a variant was not read, its rates are missing.
    package var bandwidths: [Bandwidth] = []
    /// The number of rules that were checked completely.
    package var checked = 0
    /// The number of rules that were checked in part.
    package var partly = 0
    /// The rules that were not checked, with the reasons.
    package var unchecked: [(rule: String, reason: String)] = []
    /// The parts of the asset that were not checked.
    package var omissions: [String] = []

    /// Creates a view without findings.
    package init(address: String, name: String, profile: String) {
        self.address = address
        self.name = name
        self.profile = profile
    }
}
