import Foundation
import Testing

/// Public times have the types that `ARCHITECTURE.md` states under "Times".
@Suite struct TimeRuleTests {
    /// The types that model an interface whose times are in seconds, as with `NSTimeInterval`.
    private static let faces: Set = [
        "PlaybackController", "PlaybackControllerDelegate", "PlaybackCommand", "PlaybackRecorder",
        "OfflineVideoParameters", "OfflineVideoStatus", "OfflineVideoManager",
        "OfflineVideoManagerDelegate", "OfflineRecorder", "LicenseExpiration", "FiniteProgress",
    ]

    /// Declarations that may contain a `Double`.
    ///
    /// Either the number is not a time, or the declaration converts the number to a time, or the
    /// number is an argument in the code of tests.
    private static let others = [
        "_ seconds: Double", "at seconds: Double", "from seconds: Double", "to seconds: Double",
        "init?(seconds: Double)", "MediaTime  var seconds", "var timeInterval: Double",
        "PropertyValue  ", "setRate", "PlayerSetup  var rate: Double", "hreshold",
        "Expectation  case rate",
        "SystemControls.Command  case rate", "SystemControls.Command  case volume",
        "NowPlayingInformation  var rate",
        "NowPlayingInformation  init(title: String",
    ]

    @Test(arguments: ["HeadlessPlayback", "HeadlessPlaybackTesting"])
    func `only simulated players and listed exceptions have Double in the public API`(
        product: String
    ) throws {
        let path = SourceFile.package + "/Documentation/API/\(product).txt"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 300)
        let breaches = lines.filter { line in
            let type = String(line.prefix { $0 != " " && $0 != "." })
            return line.contains("Double") && !Self.faces.contains(type)
                && !Self.others.contains { line.contains($0) }
        }
        #expect(breaches.isEmpty, "use MediaTime, Duration or Instant: \(breaches)")
    }
}
