/// The properties of the terminal or the CI system to which the results are written.
///
/// They are taken from the environment variables of the tool.
package struct ReportSurroundings: Equatable {
    /// Whether colours are used on a terminal.
    package var wantsColours = true
    /// Whether GitHub Actions reads the output.
    package var isGitHub = false
    /// The path of the file for the step summary of GitHub Actions; `nil` if there is none.
    package var stepSummary: String?
    /// The path of the working directory within the workspace of GitHub Actions.
    ///
    /// The path ends with a slash. It is empty when the working directory is the workspace itself.
    package var folder = ""

    /// Creates the defaults of an empty environment.
    package init() {}

    /// Reads environment variables.
    ///
    /// - Parameters:
    ///   - workingDirectory: The working directory of the tool.
    ///   - variable: Returns the value of a variable, or `nil` if it is not set.
    package init(workingDirectory: String, _ variable: (String) -> String?) {
        wantsColours = (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
        isGitHub = variable("GITHUB_ACTIONS") == "true"
        guard isGitHub else { return }
        stepSummary = variable("GITHUB_STEP_SUMMARY").flatMap { $0.isEmpty ? nil : $0 }
        if let workspace = variable("GITHUB_WORKSPACE"), !workspace.isEmpty {
            let root = workspace.hasSuffix("/") ? workspace : workspace + "/"
            let place = workingDirectory + "/"
            if place.hasPrefix(root) { folder = String(place.dropFirst(root.count)) }
        }
    }

    /// Returns the properties of the terminal and the CI system of this process.
    package static func current() -> ReportSurroundings {
        ReportSurroundings(
            workingDirectory: SystemCalls.workingDirectory, SystemCalls.environment)
    }
}
