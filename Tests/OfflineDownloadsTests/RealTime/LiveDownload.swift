import Dispatch
import HeadlessPlayback
import OfflineDownloads
import TestSupport

extension Download {
    /// Lets the world live in real time until nothing is left to happen, or until a claim holds.
    func live(until isEnough: () -> Bool = { false }) {
        Pacer(clock: ContinuousClock()).runLive(world.loop, until: isEnough)
    }

    /// Waits until requests that were given up have ended on their threads, too.
    func settle() {
        let count = engine.workers.count
        let (arrived, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let visits = (0..<count).map { _ in
            engine.workers.submit {
                arrived.signal()
                leave.wait()
            }
        }
        // All threads are here at once, so that none of them does anything else.
        for _ in 0..<count { arrived.wait() }
        for _ in 0..<count { leave.signal() }
        for visit in visits { visit.wait() }
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
