import HeadlessPlayback
import Sessions
import Synchronization
import TestSupport
import Testing
import Transport
import VirtualTime

/// Jobs of a fetcher: cancellation by tokens, repetition after faults, and jobs that start early.
@Suite struct FetchJobTests {
    /// A job that loads a resource, and keeps the attempts that it was given.
    private final class Witness: ReadingJob {
        typealias Value = [UInt8]

        let request: ResourceRequest
        let tries = Mutex<[FetchAttempt]>([])

        init(_ url: String) { request = ResourceRequest(url: url, kind: .segment) }

        func run(_ attempt: FetchAttempt) -> FetchOutcome<[UInt8]> {
            tries.withLock { $0.append(attempt) }
            do throws(TransportError) {
                let bytes = try attempt.loader.load(attempt.request).body.bytes()
                return FetchOutcome(result: .success(bytes), byteCount: Int64(bytes.count))
            } catch {
                return FetchOutcome(result: .failure(.transport(error)), byteCount: 0)
            }
        }

        var count: Int { tries.withLock(\.count) }
    }

    private func world(_ faults: [FaultRule] = []) -> PlaybackWorld {
        var options = PlaybackOptions()
        options.faults = faults
        return PlaybackWorld(options: options, loader: ScriptedLoader([("a", .bytes([1, 2, 3]))]))
    }

    private func fetcher(_ world: PlaybackWorld) -> ResourceFetcher {
        ResourceFetcher(world: world, recovery: RecoveryPolicy())
    }

    private func once(_ fault: ResourceFault) -> [FaultRule] {
        [FaultRule(RequestPattern("a"), occurrences: 0..<1, fault: fault)]
    }

    @Test func `releasing a token cancels its request`() throws {
        let (world, job) = (world(), Witness("a"))
        let fetcher = fetcher(world)
        var bytes: [UInt8]?
        var token: FetchToken? = fetcher.fetch(.segment, job) { bytes = try? $0.get().value }
        world.loop.runUntilIdle()
        #expect(bytes == [1, 2, 3])
        let flag = try #require(job.tries.withLock { $0.first?.request.cancellation })
        #expect(!flag.isCancelled)
        #expect(token != nil)
        token = nil
        #expect(flag.isCancelled)
    }

    @Test func `a fetch job is repeated after a fault, which applies once`() {
        let (world, job) = (world(once(.status(503))), Witness("a"))
        var bytes: [UInt8]?
        let fetcher = fetcher(world)
        let token = fetcher.fetch(.segment, job) { bytes = try? $0.get().value }
        world.loop.runUntilIdle()
        #expect(bytes == [1, 2, 3])
        #expect(job.count == 2)
        #expect(world.metFaults == [0])
        withExtendedLifetime(token) {}
    }

    @Test func `a job that was started early is not run again`() {
        let (world, job) = (world(), Witness("a"))
        let fetcher = fetcher(world)
        let ahead = fetcher.startAhead(job)
        var bytes: [UInt8]?
        let token = fetcher.fetch(.segment, job, ahead: ahead) { bytes = try? $0.get().value }
        world.loop.runUntilIdle()
        #expect(bytes == [1, 2, 3])
        #expect(job.count == 1)
        withExtendedLifetime(token) {}
    }

    @Test func `a job that was started early is run again when a fault applies`() {
        let (world, job) = (world(once(.zeroedBytes(nil))), Witness("a"))
        let fetcher = fetcher(world)
        let ahead = fetcher.startAhead(job)
        _ = ahead.wait()
        var bytes: [UInt8]?
        let token = fetcher.fetch(.segment, job, ahead: ahead) { bytes = try? $0.get().value }
        world.loop.runUntilIdle()
        #expect(bytes == [0, 0, 0])
        #expect(job.count == 2)
        withExtendedLifetime(token) {}
    }
}
