import Dispatch
import Synchronization
import Testing

@testable import VirtualTime

@Suite struct WorkersTests {
    /// Occupies every thread until the returned semaphore is signalled.
    private func occupy(_ workers: Workers) -> DispatchSemaphore {
        let gate = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        for _ in 0..<workers.count {
            _ = workers.submit {
                begun.signal()
                gate.wait()
                gate.signal()
            }
        }
        for _ in 0..<workers.count { begun.wait() }
        return gate
    }

    @Test func `a waiting thread runs work that no other thread has started`() {
        let workers = Workers(count: 2, areWaitersHelping: true)
        let gate = occupy(workers)
        let runs = Mutex(0)
        let result = workers.submit {
            runs.withLock {
                $0 += 1; return $0
            }
        }
        #expect(!result.isReady)
        #expect(result.wait() == 1)
        gate.signal()
        #expect(workers.submit { 7 }.wait() == 7)
        #expect(result.wait() == 1)
        #expect(runs.withLock { $0 } == 1)
    }

    @Test func `prepared work starts when it is first handed over, and runs only once`() {
        let workers = Workers(count: 2, areWaitersHelping: true)
        let runs = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        let result = workers.prepare {
            runs.withLock { $0 += 1 }
            done.signal()
        }
        #expect(workers.isIdle && !result.isReady)
        result.handOver()
        result.handOver()
        done.wait()
        result.wait()
        result.handOver()
        #expect(runs.withLock { $0 } == 1)
    }

    @Test func `prepared work runs without a handover where waiting threads do not help`() {
        #expect(Workers(count: 1).prepare { 7 }.wait() == 7)
    }

    @Test func `a loop does the work that it waits for, and hands over all other work`() {
        let workers = Workers(count: 2, areWaitersHelping: true)
        let loop = EventLoop(workers: workers)
        var areThreadsIdle: Bool?
        let alone = loop.perform {
            workers.isIdle
        } deliver: {
            areThreadsIdle = $0
        }
        loop.runUntilIdle()
        #expect(areThreadsIdle == true)
        let bell = DispatchSemaphore(value: 0)
        let first = loop.perform {
            bell.wait()
        } deliver: {
        }
        let second = loop.perform {
            bell.signal()
        } deliver: {
        }
        // The first task has been started, and ends only if the second task runs on another thread.
        loop.runUntilIdle()
        withExtendedLifetime([alone, first, second]) {}
    }

    @Test func `requested work is finished before a change outside the world`() {
        let loop = EventLoop(workers: Workers(count: 2, areWaitersHelping: true))
        let file = Mutex("before")
        var found: [String] = []
        let reads = (0..<2).map { _ in
            loop.perform {
                file.withLock { $0 }
            } deliver: {
                found.append($0)
            }
        }
        loop.finishWork()
        file.withLock { $0 = "after" }
        #expect(found == [])
        loop.runUntilIdle()
        #expect(found == ["before", "before"])
        withExtendedLifetime(reads) {}
    }

    @Test func `a loop that waits on real time hands its work over to threads`() {
        let loop = EventLoop(workers: Workers(count: 2, areWaitersHelping: true))
        var result = 0
        let work = loop.perform {
            7
        } deliver: {
            result = $0
        }
        while loop.hasResults {
            if !loop.runReady(at: .start) { loop.waitForResult(atMost: .seconds(3600)) }
        }
        #expect(result == 7)
        let other = loop.perform {
            8
        } deliver: {
            result = $0
        }
        while loop.awaitsResult { loop.waitForBell(atMost: .seconds(3600)) }
        loop.runUntilIdle()
        #expect(result == 8)
        withExtendedLifetime([work, other]) {}
    }

    @Test func `a limited set of threads never runs more work items than it has threads`() {
        let workers = Workers(count: 2)
        let running = Mutex((now: 0, most: 0))
        let results = (0..<200).map { number in
            workers.submit {
                running.withLock {
                    $0.now += 1; $0.most = max($0.most, $0.now)
                }
                defer { running.withLock { $0.now -= 1 } }
                return number * number
            }
        }
        #expect(results.reversed().map { $0.wait() } == (0..<200).reversed().map { $0 * $0 })
        #expect(running.withLock { $0.most } <= 2)
    }

    @Test func `threads that wait for the same work items run each item once`() {
        let workers = Workers(count: 2, areWaitersHelping: true)
        let runs = Mutex([Int](repeating: 0, count: 500))
        let results = (0..<500).map { number in
            workers.submit {
                runs.withLock { $0[number] += 1 }; return number
            }
        }
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for (number, result) in results.enumerated() { #expect(result.wait() == number) }
        }
        #expect(runs.withLock { $0.allSatisfy { $0 == 1 } })
    }
}
