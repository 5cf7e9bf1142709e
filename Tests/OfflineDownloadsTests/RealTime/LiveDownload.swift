import HeadlessPlayback
import OfflineDownloads
import TestSupport

extension Download {
    /// Lets the world live in real time until nothing is left to happen, or until a claim holds.
    func live(until isEnough: () -> Bool = { false }) {
        Pacer(clock: ContinuousClock()).runLive(world.loop, until: isEnough)
    }

    func record(of token: OfflineVideoToken) throws -> DownloadRecord {
        guard let record = try engine.catalogue.record(of: token) else {
            throw StoreError.unknownToken(token)
        }
        return record
    }

    /// How many bytes of a segment are there, under whatever name.
    func size(of name: String, _ token: OfflineVideoToken) -> Int {
        scratch.bytes("store/packages/\(token)/\(name)")?.count ?? 0
    }
}

extension DownloadOptions {
    /// Tries again soon.
    mutating func hurry(retries: Int = 3) {
        recovery.firstDelay = .milliseconds(5)
        recovery.longestDelay = .milliseconds(20)
        recovery.longestServerDelay = .milliseconds(60)
        recovery.segmentRetries = retries
        recovery.playlistRetries = retries
    }
}
