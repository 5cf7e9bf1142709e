import Dispatch
import Synchronization
import Testing

@testable import VirtualTime

@Suite struct WorkersTests {
    /// Keeps every thread busy until the value is released.
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

    @Test func `a thread that waits does work that no other one has started`() {
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

    @Test func `a limited set of threads never runs more works than it has threads`() {
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

    @Test func `many threads that wait for the same works get one result each`() {
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
