import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

@Suite struct VidLoaderRestoreTests {
    /// Runs a loader until an instant, and closes the loader if requested.
    ///
    /// - Returns: The folder, and the reported states.
    private func live(
        until seconds: Double, closes: Bool, _ story: (VidLoading) -> Void = { _ in }
    ) throws -> (ScratchFolder, [DownloadState]) {
        let loading = try VidLoading(
            network: NetworkConditions(bitsPerSecond: 400_000, latency: .milliseconds(500)))
        loading.download("film") {
            $0.title = "A film"
            $0.artworkData = [7, 8]
            $0.minRequiredBitrate = 5
            $0.headers = ["A": "1"]
        }
        loading.run(until: seconds)
        story(loading)
        if closes { loading.loader.close() }
        return (loading.scratch, loading.states(of: "film"))
    }

    @Test(arguments: [0.2, 0.75, 2, 4.5, 4.9, 5.3], [true, false])
    func `a download continues after its process ends at any time`(end: Double, closes: Bool)
        throws
    {
        let (folder, earlier) = try live(until: end, closes: closes)
        #expect(earlier.last != .completed)
        let stored = folder.files(in: "store/packages").keys.filter { $0.hasSuffix(".ts") }
        let files = ScriptedLoader()
        let loading = try VidLoading(scratch: folder, behind: files)
        let state = loading.loader.state(for: "film")
        if earlier.contains(.running(0)) {
            guard case .running = state else {
                Issue.record("\(state)")
                return
            }
        } else {
            #expect(state == (earlier.contains(.waiting) ? .running(0) : .prefetching))
        }
        #expect(loading.told.isEmpty)
        loading.run()
        let last = try #require(loading.told.last)
        #expect(last.state == .completed && last.title == "A film")
        #expect(last.artworkData == [7, 8] && last.minRequiredBitrate == 5)
        #expect(last.headers == ["A": "1"])
        // Stored files are not fetched again.
        #expect(files.asked.filter { $0.hasSuffix(".ts") }.count == 5 - stored.count)
        let (undisturbed, _) = try live(until: 60, closes: true)
        #expect(
            folder.files(in: "store/packages") == undisturbed.files(in: "store/packages"))
    }

    @Test func `a paused download stays paused`() throws {
        let (folder, earlier) = try live(until: 4.5, closes: true) {
            $0.loader.pause(identifier: "film")
        }
        let held = try #require(earlier.last)
        let loading = try VidLoading(scratch: folder)
        #expect(loading.loader.state(for: "film") == held)
        loading.run()
        #expect(loading.trace == "")
        loading.loader.resume(identifier: "film")
        loading.run()
        #expect(loading.told.last?.state == .completed)
    }

    @Test func `a download restored without a connection is in the state noConnection`() throws {
        let (folder, earlier) = try live(until: 4.5, closes: true)
        guard case .running(let progress)? = earlier.last else {
            Issue.record("\(earlier)")
            return
        }
        let device = Device(connection: .none)
        let loading = try VidLoading(scratch: folder, device: device)
        #expect(loading.loader.state(for: "film") == .noConnection(progress))
        device.connection = .wifi
        loading.run()
        #expect(loading.told.last?.state == .completed)
    }

    @Test func `the mobile data setting of the next process applies to restored downloads`() throws
    {
        let (folder, _) = try live(until: 0.2, closes: true)
        let device = Device(connection: .cellular)
        let loading = try VidLoading(
            scratch: folder, device: device, isMobileDataEnabled: false)
        loading.run()
        #expect(loading.loader.state(for: "film") == .prefetching)
        loading.loader.enableMobileDataAccess()
        loading.run()
        #expect(loading.told.last?.state == .completed)
    }

    @Test func `complete packages remain after a relaunch, and unknown packages are removed`()
        throws
    {
        let (folder, _) = try live(until: 60, closes: true)
        let files = folder.files(in: "store/packages")
        let token = try #require(files.keys.first?.prefix { $0 != "/" })
        do {
            let store = try StoreFolder(path: folder.path + "/store")
            try store.package("stranded", creates: true)?.write([1], to: "x")
        }
        let loading = try VidLoading(scratch: folder)
        #expect(loading.files == files)
        #expect(loading.loader.state(for: "film") == .unknown)
        let asset = try #require(loading.loader.asset(location: "packages/\(token)"))
        #expect(Playback().play(asset).ledger?.isSound == true)
    }

    @Test func `the queue keeps its order`() throws {
        let first = try VidLoading(maxConcurrentDownloads: 1)
        for name in ["3", "2", "1"] { first.download(name) }
        first.run(until: 1)
        first.loader.close()
        let loading = try VidLoading(scratch: first.scratch, maxConcurrentDownloads: 1)
        loading.run()
        #expect(
            loading.told.filter { $0.state == .completed }.map(\.identifier) == ["3", "2", "1"])
    }

    @Test func `a closed loader ignores commands and reports nothing`() throws {
        let loading = try VidLoading()
        loading.download("film")
        loading.run(until: 3.3)
        let trace = loading.trace
        loading.loader.close()
        loading.download("other")
        loading.loader.cancelActiveItems()
        loading.run()
        #expect(loading.trace == trace)
        #expect(loading.loader.state(for: "film") == .unknown)
    }
}
