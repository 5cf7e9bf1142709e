import HeadlessPlayback
import OfflineDownloads
import Testing

@Suite struct OfflineErrorTests {
    @Test func `an error has a domain and a code`() {
        let error = OfflineError(.expiredLicense, "it was a rental")
        #expect("\(error)" == "OfflineVideoManagerErrorDomain 69303: it was a rental")
    }

    @Test func `codes and states have the documented numbers`() {
        let codes: [OfflineError.Code] = [
            .invalidParameter, .unsupported, .downloadFailure, .expiredLicense, .invalidLicense,
        ]
        #expect(codes.map(\.rawValue) == Array(69300...69304))
        let states: [OfflineVideoStatus.DownloadState] = [
            .requested, .downloading, .suspended, .cancelled, .completed, .error,
            .licensePreloaded,
        ]
        #expect(states.map(\.rawValue) == Array(0...6))
    }
}
