import Dispatch
import Testing
import Transport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Locations that are no regular files.
@Suite struct RefusedFileTests {
    @Test func `refusing a directory closes no file of another thread`() async {
        // The test runs in a process of its own, in which all descriptors are known.
        await #expect(processExitsWith: .success) {
            let refusals = DispatchGroup()
            DispatchQueue(label: "refusals").async(group: refusals) {
                let loader = FileLoader()
                for _ in 0..<50_000 {
                    do throws(TransportError) {
                        _ = try loader.load(ResourceRequest(url: "/", kind: .other))
                        fatalError("a directory was loaded")
                    } catch {
                        precondition(error.cause == .isDirectory, "\(error)")
                    }
                }
            }
            while refusals.wait(timeout: .now()) == .timedOut {
                let descriptor = unsafe open("/dev/null", O_RDONLY)
                let isStillOpen = descriptor >= 0 && close(descriptor) == 0
                precondition(isStillOpen, "another thread has closed the file")
            }
        }
    }
}
