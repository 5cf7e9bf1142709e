import HeadlessPlayback
import OfflineDownloads
import Testing

@Suite struct OfflineErrorTests {
    @Test func `an error names domain and code`() {
        let error = OfflineError(.expiredLicense, "it was a rental")
        #expect("\(error)" == "OfflineVideoManagerErrorDomain 69303: it was a rental")
    }
}
