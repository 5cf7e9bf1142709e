import OfflineDownloads
import Scenarios

/// The assets to which the reports of an offline recorder belong.
struct DownloadedAssets {
    /// The indices of the downloaded assets, by the names of the downloads in the recorder.
    private var byName: [String: Int] = [:]
    /// The indices of the requested assets, by the recorder entries of the answers.
    private var byEntry: [Int: Int] = [:]

    /// Records the answer of an offline manager to a request for an asset.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - asset: The index of the asset.
    ///   - token: The token of the download; `nil` if there is none.
    ///   - error: The error; `nil` if there is none.
    ///   - recorder: The recorder, which also records the answer.
    mutating func note(
        _ request: OfflineRequest, for asset: Int, _ token: OfflineVideoToken?,
        _ error: OfflineError?, in recorder: OfflineRecorder
    ) {
        let first = recorder.entries.count
        recorder.note(answerTo: request.rawValue, token, error)
        for entry in first..<recorder.entries.count { byEntry[entry] = asset }
        if let token { byName[recorder.name(of: token)] = asset }
    }

    /// Returns the index of the asset to which a report belongs; `nil` when it is not known.
    ///
    /// - Parameters:
    ///   - entry: The report, whose text begins with the name of its download.
    ///   - index: The index of the report among the recorder's entries.
    /// - Returns: The index.
    func asset(of entry: OfflineRecorder.Entry, at index: Int) -> Int? {
        byEntry[index] ?? byName[String(entry.text.prefix { $0 != " " })]
    }
}
