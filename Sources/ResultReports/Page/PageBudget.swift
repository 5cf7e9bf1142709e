import RunResults

/// The size that is left on a page for further parts.
///
/// A page has about two megabytes: most of it for text and drawings, and a share for pictures.
/// Parts that do not fit are only named.
struct PageBudget {
    /// The page size above which a failed scenario is reduced to one line.
    private static let failedScenarios = 1_000_000
    /// The page size above which a passed scenario is reduced to one line.
    private static let passedScenarios = 800_000
    /// The page size above which no session is drawn.
    private static let sessions = 900_000
    /// The page size above which even the single lines of scenarios are omitted.
    private static let lines = 1_250_000
    /// The size limit of all pictures together.
    private static let pictures = 600_000

    private var text = 0
    private var picturesLeft = Self.pictures
    private var sessionsWithPictures: Int

    init(_ results: [ScenarioResult]) {
        sessionsWithPictures = results.reduce(0) { count, result in
            count + result.histories.count { !$0.stills.isEmpty }
        }
    }

    func allowsScenario(isBad: Bool) -> Bool {
        text < (isBad ? Self.failedScenarios : Self.passedScenarios)
    }

    /// Returns whether another session fits on the page after the earlier parts of its scenario.
    func allowsSession(after part: Markup) -> Bool { text + part.bytes.count < Self.sessions }

    func allowsLine(_ line: Markup) -> Bool { text + line.bytes.count < Self.lines }

    /// Records the size of written markup; pictures are counted separately.
    mutating func spend(_ part: Markup) {
        text += part.bytes.count - picturesInScenario
        picturesInScenario = 0
    }

    private var picturesInScenario = 0

    /// The size limit of the next session's pictures: an equal share of the remaining size.
    var pictureShare: Int { picturesLeft / max(1, sessionsWithPictures) }

    mutating func spendPictures(_ bytes: Int) {
        picturesLeft -= bytes
        picturesInScenario += bytes
        sessionsWithPictures -= 1
    }
}
