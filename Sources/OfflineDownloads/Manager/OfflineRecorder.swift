import Formats
public import Sessions
import Transport
package import VirtualTime

/// Records all reports of an offline manager, for tests to compare.
///
/// A recorder is the delegate of the manager. It answers the manager's questions with ``location``
/// and ``deletesStrandedPackages``.
public final class OfflineRecorder: OfflineVideoManagerDelegate {
    /// One call to the delegate, or a note of a test.
    package struct Entry {
        /// The instant of the call.
        package let instant: Instant
        /// The name of the call, or the complete note.
        package let name: String
        /// The values of the call; empty when it has none.
        package let text: String
        /// The error that the call reports; `nil` when it reports no error.
        package let error: OfflineError?

        fileprivate var line: String {
            text.isEmpty ? "\(instant) \(name)" : "\(instant) \(name) \(text)"
        }
    }

    /// The calls to the delegate and the notes of the test, in order.
    package private(set) var entries: [Entry] = []

    /// The entries as lines: the time in simulated seconds, the call or note, and its values.
    ///
    /// Tokens are numbered in the order of appearance, so equal runs have equal lines.
    public var lines: [String] { entries.map(\.line) }
    /// A closure that returns the new location of a video whose location has expired.
    ///
    /// The closure returns `nil` when the new location is unknown.
    public var location: ((Video) -> String?)?
    /// Whether the recorder lets the manager delete packages without a download.
    public var deletesStrandedPackages = true

    private let world: PlaybackWorld
    private var tokens: [OfflineVideoToken] = []

    /// Creates a recorder.
    ///
    /// - Parameter world: The simulation whose time is recorded.
    public init(world: PlaybackWorld) {
        self.world = world
    }

    /// All lines, each ended by a line feed.
    public var trace: String { lines.reduce(into: "") { $0 += $1 + "\n" } }

    /// Records a note, for example about an action of the test.
    ///
    /// - Parameter text: The text of the note; the recorder adds the time.
    public func note(_ text: String) {
        note(text, "")
    }

    private func note(_ name: String, _ text: String, _ error: OfflineError? = nil) {
        entries.append(Entry(instant: world.loop.now, name: name, text: text, error: error))
    }

    /// Records the manager's answer to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - token: The token of the resulting download; `nil` when the request has failed.
    ///   - error: The error; `nil` when the request has succeeded.
    package func note(
        answerTo request: String, _ token: OfflineVideoToken?, _ error: OfflineError?
    ) {
        if let token { note(request, name(of: token)) }
        if let error { note(request, "error \(error.code.rawValue): \(error.reason)", error) }
    }

    private func tell(_ word: OfflineWord, _ text: String = "", _ error: OfflineError? = nil) {
        note(word.rawValue, text, error)
    }

    /// Returns the name of a token in the trace.
    ///
    /// - Parameter token: The token.
    /// - Returns: `#1` for the first token that appeared, and so on.
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

    /// Records the progress of the download.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, downloadTask: OfflineDownloadTask,
        didProgressTo percent: Double
    ) {
        tell(.didProgressTo, "\(name(of: token)) \(self.percent(percent))")
    }

    /// Records the download progress of a track.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, aggregateDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double, for mediaSelection: OfflineMediaSelection
    ) {
        let track = text(of: mediaSelection)
        tell(.didProgressTo, "\(name(of: token)) \(self.percent(percent)) for \(track)")
    }

    /// Records the progress of a download with an explicit ``DownloadSelection``.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        didProgressTo percent: Double
    ) {
        tell(.assetDownloadTask, "didProgressTo \(name(of: token)) \(self.percent(percent))")
    }

    /// Records the bandwidths of the variants that were chosen for the download.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, assetDownloadTask: OfflineDownloadTask,
        willDownloadVariants bandwidths: [Int64]
    ) {
        tell(.willDownloadVariants, "\(name(of: token)) \(bandwidths)")
    }

    /// Records that the download of a track has ended.
    public func offlineVideoToken(
        _ token: OfflineVideoToken,
        didFinishMediaSelectionDownload mediaSelection: OfflineMediaSelection
    ) {
        tell(.didFinishMediaSelectionDownload, "\(name(of: token)) \(text(of: mediaSelection))")
    }

    /// Records the end of the download.
    public func offlineVideoToken(
        _ token: OfflineVideoToken, didFinishDownloadWithError error: OfflineError?
    ) {
        tell(.didFinishDownload, "\(name(of: token)) \(text(of: error))", error)
    }

    /// Records that the download is paused.
    public func downloadWasPaused(forOfflineVideoToken token: OfflineVideoToken) {
        tell(.downloadWasPaused, "\(name(of: token))")
    }

    /// Records that the poster and the thumbnail were loaded or failed to load.
    public func didDownloadStaticImages(withOfflineVideoToken token: OfflineVideoToken) {
        tell(.didDownloadStaticImages, "\(name(of: token))")
    }

    /// Records that a package without a download was found, and returns whether to delete it.
    ///
    /// The result is ``deletesStrandedPackages``.
    public func shouldDeleteVideoPackage(_ path: String) -> Bool {
        tell(.shouldDeleteVideoPackage)
        return deletesStrandedPackages
    }

    /// Records that completed videos were removed from the store.
    public func offlineVideoStorageDidChange() {
        tell(.offlineVideoStorageDidChange)
    }

    /// Records that a location has expired, and answers with the result of ``location``.
    public func manifestURLTTLUpdate(
        for video: Video, token: OfflineVideoToken, completion: @escaping (String?) -> Void
    ) {
        tell(.manifestURLTTLUpdate, "\(name(of: token))")
        completion(location?(video))
    }
}
