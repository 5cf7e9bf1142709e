import HeadlessPlayback
import OfflineDownloads
import VirtualTime

/// A selection of an asset's parts, requested after the download started with another selection.
///
/// The selection is planned but not downloaded, so the existing download does not change. The plan
/// determines the exit code, as if the later selection were the first one. A choice that the later
/// selection leaves open is taken from the existing download.
final class LaterSelection {
    /// The plan of the selection, or the error of planning; `nil` until planning has ended.
    private var plan: Result<PackagePlan, OfflineError>?
    /// The planning in progress; releasing this object cancels the planning.
    private var planning: Hold?
    /// Whether the selection states a bitrate; otherwise, any variant stream is accepted.
    private let statesBitrate: Bool

    /// Starts to plan a selection.
    ///
    /// - Parameters:
    ///   - selection: The selection.
    ///   - token: The token of the asset's existing download.
    ///   - engine: The engine that owns the store of the download.
    /// - Throws: When there is no such download, or its record cannot be read.
    init(
        _ selection: DownloadSelection, of token: OfflineVideoToken, by engine: DownloadEngine
    ) throws(StoreError) {
        let standard = DownloadSelection()
        let first = try engine.record(of: token).request.selection
        statesBitrate = selection.bitrate != standard.bitrate
        var selection = selection
        if !statesBitrate { selection.bitrate = first.bitrate }
        if selection.audio == standard.audio { selection.audio = first.audio }
        if selection.subtitles == standard.subtitles { selection.subtitles = first.subtitles }
        planning = try engine.plan(selection, of: token) { [weak self] in self?.plan = $0 }
    }

    /// Returns the messages about selected parts that the asset or the complete download lacks.
    ///
    /// - Parameter stored: The plan of the existing download.
    /// - Returns: One message for each kind of part; empty when nothing is missing.
    func lacks(in stored: PackagePlan) -> [String] {
        switch plan {
        case .success(let plan):
            plan.missingLanguages
                + plan.parts(missingFrom: stored, comparesVariants: statesBitrate)
        case .failure(let error): ["the selected parts are unknown: \(error.reason)"]
        case nil: ["the selected parts are unknown"]
        }
    }
}
