public import Sessions
import Transport
package import VirtualTime

/// Writes down everything that an offline manager tells, for tests to compare.
///
/// It is a delegate; what its own delegate answers to questions counts.
public final class OfflineRecorder: OfflineVideoManagerDelegate {
    /// One call of the delegate, or a note of a test.
    package struct Entry {
        /// When it came, in the time of the world.
        package let instant: Instant
        /// The call, or the whole note.
        package let name: String
        /// The values of the call; empty when it has none.
        package let text: String

        fileprivate var line: String {
            text.isEmpty ? "\(instant) \(name)" : "\(instant) \(name) \(text)"
        }
    }

    /// The calls and notes, in order.
    package private(set) var entries: [Entry] = []

    /// The calls and notes as lines: the time in the world in seconds, the call, its values.
    ///
    /// Tokens are numbered in the order in which they appear, so that equal runs have equal lines.
    public var lines: [String] { entries.map(\.line) }
    /// Where a video is whose location has expired; `nil` when nobody knows.
    public var location: ((Video) -> String?)?
    /// Whether packages that belong to no download are deleted.
    public var deletesStrandedPackages = true

    private let world: PlaybackWorld
    private var tokens: [OfflineVideoToken] = []

    /// Creates a recorder.
    ///
    /// - Parameter world: The world whose time is written down.
    public init(world: PlaybackWorld) {
        self.world = world
    }

    /// All lines, each ended by a line feed.
    public var trace: String { lines.reduce(into: "") { $0 += $1 + "\n" } }

    /// Writes down something else: what the test does, for one.
    ///
    /// - Parameter text: The line, without a time.
    public func note(_ text: String) {
        note(text, "")
    }

    private func note(_ name: String, _ text: String) {
        entries.append(Entry(instant: world.loop.now, name: name, text: text))
    }

    /// Writes down how the manager answered somebody who asked it for something.
    ///
    /// - Parameters:
    ///   - request: What it was asked for.
    ///   - token: The download that came of it; `nil` when none did.
    ///   - error: Why not; `nil` when nothing went wrong.
    package func note(
        answerTo request: String, _ token: OfflineVideoToken?, _ error: OfflineError?
    ) {
        if let token { note(request, name(of: token)) }
        if let error { note(request, "error \(error.code.rawValue): \(error.reason)") }
    }

    private func tell(_ word: OfflineWord, _ text: String = "") {
        note(word.rawValue, text)
    }

    /// The name of a token in the trace.
    ///
    /// - Parameter token: The token.
    /// - Returns: `#1` for the first that appeared, and so on.
    public func name(of token: OfflineVideoToken) -> String {
        if let index = tokens.firstIndex(of: token) { return "#\(index + 1)" }
        tokens.append(token)
        return "#\(tokens.count)"
    }

    private func percent(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }

    private func text(of error: OfflineError?) -> String {
        error.map { "error \($0.code.rawValue): \(SafeText.line($0.reason))" } ?? "no error"
    }

    private func text(of selection: OfflineMediaSelection) -> String {
        ([selection.kind.rawValue] + [selection.language].compactMap { $0 })
            .map(SafeText.line).joined(separator: " ")
    }

    /// Writes down how far the download is.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, downloadTask: OfflineDownloadTask,
        didProgressTo percent: Double
    ) {
        tell(.didProgressTo, "\(name(of: token)) \(self.percent(percent))")
    }

    /// Writes down how far the track is.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, aggregateDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double, for mediaSelection: OfflineMediaSelection
    ) {
        let track = text(of: mediaSelection)
        tell(.didProgressTo, "\(name(of: token)) \(self.percent(percent)) for \(track)")
    }

    /// Writes down how far the download is.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double
    ) {
        tell(.assetDownloadTask, "didProgressTo \(name(of: token)) \(self.percent(percent))")
    }

    /// Writes down what is taken.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        willDownloadVariants bandwidths: [Int64]
    ) {
        tell(.willDownloadVariants, "\(name(of: token)) \(bandwidths)")
    }

    /// Writes down which track is there.
    public func offlineVideoToken(
        _ token: OfflineVideoToken,
        didFinishMediaSelectionDownload mediaSelection: OfflineMediaSelection
    ) {
        tell(.didFinishMediaSelectionDownload, "\(name(of: token)) \(text(of: mediaSelection))")
    }

    /// Writes down how the download ended.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, didFinishDownloadWithError error: OfflineError?
    ) {
        tell(.didFinishDownload, "\(name(of: token)) \(text(of: error))")
    }

    /// Writes down that the download is held.
    public func downloadWasPaused(forOfflineVideoToken token: OfflineVideoToken) {
        tell(.downloadWasPaused, "\(name(of: token))")
    }

    /// Writes down that pictures were tried.
    public func didDownloadStaticImages(withOfflineVideoToken token: OfflineVideoToken) {
        tell(.didDownloadStaticImages, "\(name(of: token))")
    }

    /// Writes down that a package belongs to nobody.
    public func shouldDeleteVideoPackage(_ path: String) -> Bool {
        tell(.shouldDeleteVideoPackage)
        return deletesStrandedPackages
    }

    /// Writes down that videos are gone.
    public func offlineVideoStorageDidChange() {
        tell(.offlineVideoStorageDidChange)
    }

    /// Writes down that a location has expired, and answers with ``location``.
    public func manifestURLTTLUpdate(
        for video: Video, token: OfflineVideoToken, completion: @escaping (String?) -> Void
    ) {
        tell(.manifestURLTTLUpdate, "\(name(of: token))")
        completion(location?(video))
    }
}
