import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// The effect of each command in each state: `Documentation/VidLoader.md#states`.
@Suite struct VidLoaderStateTests {
    /// The state of a download when a command is given.
    enum Situation: String, CaseIterable {
        case prefetching, waiting, running, keyLoaded, noConnection, paused
    }

    /// Returns a loader with the download "film" in a situation; each request takes a second.
    private func loading(
        in situation: Situation, _ configure: (inout VidLoaderOptions) -> Void = { _ in }
    ) throws -> VidLoading {
        let network = NetworkConditions(bitsPerSecond: 400_000, latency: .seconds(1))
        let loading = try VidLoading(
            network: network, maxConcurrentDownloads: 1, configure)
        if situation == .waiting {
            loading.download("other")
            loading.run(until: 2.5)
        }
        let isProtected = situation == .keyLoaded
        loading.download(
            "film", isProtected ? ProtectedSample.aes128.path : SampleMedia.single.path)
        switch situation {
        case .prefetching: break
        case .waiting: loading.run(until: 4)
        case .keyLoaded: loading.run(until: 3)
        case .running: loading.run(until: 4.8)
        case .noConnection:
            loading.run(until: 4.8)
            loading.device.connection = .none
        case .paused:
            loading.run(until: 4.8)
            loading.loader.pause(identifier: "film")
        }
        let state = "\(loading.loader.state(for: "film"))".prefix { $0 != "(" }
        try #require(state == situation.rawValue, "\(loading.trace)")
        return loading
    }

    private func occupied(_ states: [String: DownloadState]) -> Int {
        states.values.count { state in
            switch state {
            case .running, .noConnection, .keyLoaded: true
            default: false
            }
        }
    }

    // MARK: Cancelling

    @Test(arguments: Situation.allCases)
    func `a download can be cancelled in every state`(_ situation: Situation) throws {
        let loading = try loading(in: situation)
        loading.loader.cancel(identifier: "film")
        #expect(loading.told.last?.state == .canceled)
        #expect(loading.told.last?.location == nil)
        #expect(loading.loader.state(for: "film") == .unknown)
        if situation != .waiting { #expect(loading.files.isEmpty) }
        loading.device.connection = .wifi
        let count = loading.states(of: "film").count
        loading.run()
        #expect(loading.states(of: "film").count == count, "\(loading.trace)")
    }

    @Test func `commands for unknown downloads do nothing`() throws {
        let loading = try VidLoading()
        loading.loader.cancel(identifier: "film")
        loading.loader.pause(identifier: "film")
        loading.loader.resume(identifier: "film")
        loading.loader.cancelActiveItems()
        loading.run()
        #expect(loading.trace == "")
        #expect(loading.loader.state(for: "film") == .unknown)
    }

    @Test func `all active downloads can be cancelled at once`() throws {
        let loading = try VidLoading(
            network: NetworkConditions(bitsPerSecond: 400_000, latency: .seconds(1)),
            maxConcurrentDownloads: 1)
        for name in ["e", "d", "c"] { loading.download(name) }
        loading.run(until: 4)
        loading.loader.pause(identifier: "e")
        loading.download("b")
        loading.loader.cancelActiveItems()
        loading.run()
        // The reports are in the order in which the downloads were requested: paused, running,
        // waiting, prefetching.
        #expect(
            loading.told.suffix(4).map { "\($0.identifier) \($0.state)" }
                == ["e canceled", "d canceled", "c canceled", "b canceled"], "\(loading.trace)")
        #expect(loading.files.isEmpty)
    }

    // MARK: Pausing

    @Test(arguments: [Situation.prefetching, .waiting], [true, false])
    func `an option decides whether a download can be paused before it has run`(
        _ situation: Situation, isWanted: Bool
    ) throws {
        let loading = try loading(in: situation) { $0.pausesBeforeRunning = isWanted }
        loading.loader.pause(identifier: "film")
        loading.run()
        #expect(loading.states(of: "film").contains(.paused(0)) == isWanted)
        #expect(loading.states(of: "film").contains(.completed) == !isWanted)
        loading.loader.resume(identifier: "film")
        loading.run()
        #expect(loading.states(of: "film").last == .completed)
    }

    @Test(arguments: [Situation.running, .keyLoaded, .noConnection])
    func `a started download stays paused until resume, and then waits in the queue`(
        _ situation: Situation
    )
        throws
    {
        let loading = try loading(in: situation)
        loading.loader.pause(identifier: "film")
        let held = loading.told.last?.progress ?? -1
        #expect(loading.told.last?.state == .paused(held))
        // A change of the connection does not end the pause.
        loading.device.connection = .none
        loading.device.connection = .wifi
        loading.loader.pause(identifier: "film")
        loading.run(until: 100)
        #expect(loading.told.last?.state == .paused(held))
        let count = loading.told.count
        loading.loader.resume(identifier: "film")
        #expect(
            loading.told.dropFirst(count).map(\.state) == [.waiting, .running(held)])
        loading.run()
        #expect(loading.told.last?.state == .completed)
        #expect(Playback().play(try #require(loading.asset)).ledger?.isSound == true)
    }

    @Test func `resuming a download that is not paused does nothing`() throws {
        for situation in Situation.allCases where situation != .paused {
            let loading = try loading(in: situation)
            let trace = loading.trace
            loading.loader.resume(identifier: "film")
            #expect(loading.trace == trace, "\(situation)")
        }
    }

    @Test func `a download resumed without a connection waits for one`() throws {
        let loading = try loading(in: .paused)
        let held = loading.told.last?.progress ?? -1
        loading.device.connection = .none
        loading.loader.resume(identifier: "film")
        #expect(loading.told.suffix(2).map(\.state) == [.waiting, .noConnection(held)])
        loading.run()
        loading.device.connection = .wifi
        loading.run()
        #expect(loading.told.last?.state == .completed)
    }

    // MARK: The queue

    @Test func `downloads start in order, and never more at a time than permitted`() throws {
        let loading = try VidLoading(maxConcurrentDownloads: 2)
        var states: [String: DownloadState] = [:]
        var most = 0
        loading.reaction = { information in
            states[information.identifier] = information.state
            most = max(most, self.occupied(states))
        }
        let names = ["5", "4", "3", "2", "1"]
        for name in names { loading.download(name) }
        loading.run()
        let started = loading.told.filter { $0.state == .running(0) }.map(\.identifier)
        let completed = loading.told.filter { $0.state == .completed }
        #expect(started == names)
        #expect(Set(completed.map(\.identifier)) == Set(names))
        #expect(Set(completed.compactMap(\.location)).count == 5)
        #expect(most == 2)
    }

    @Test func `by default three downloads run at a time, also over a cellular connection`() throws
    {
        let scratch = ScratchFolder()
        let world = PlaybackWorld()
        let loader = try VidLoader(
            world: world, storePath: scratch.path + "/store",
            epoch: DateTime(millisecondsSince1970: 0), device: Device(connection: .cellular))
        var states: [String: DownloadState] = [:]
        var most = 0
        let observer = VidObserver(type: .all) { information in
            states[information.identifier] = information.state
            most = max(most, self.occupied(states))
        }
        loader.observe(with: observer)
        for number in 0..<5 {
            loader.download(
                DownloadValues(
                    identifier: "\(number)", url: SampleMedia.single.path, title: "film"))
        }
        world.loop.runUntilIdle()
        #expect(loader.isMobileDataEnabled && most == 3)
        #expect(states.count == 5 && states.values.allSatisfy { $0 == .completed })
    }

    @Test func `a paused download frees its slot, and resume adds it at the end of the queue`()
        throws
    {
        let loading = try VidLoading(maxConcurrentDownloads: 1)
        var states: [String: DownloadState] = [:]
        var most = 0
        loading.reaction = { information in
            states[information.identifier] = information.state
            most = max(most, self.occupied(states))
        }
        for name in ["a", "b", "c"] { loading.download(name) }
        loading.run(until: 3.3)
        loading.loader.pause(identifier: "a")
        #expect(loading.loader.state(for: "b") == .running(0))
        loading.loader.resume(identifier: "a")
        #expect(loading.loader.state(for: "a") == .waiting)
        loading.run()
        let ends = loading.told.filter { $0.state == .completed }.map(\.identifier)
        #expect(ends == ["b", "c", "a"])
        #expect(most == 1)
    }

    @Test func `a failed or cancelled download frees its slot`() throws {
        let files = ScriptedLoader([
            ("segment-3.ts", .failure(.notFound, times: 100))
        ])
        let loading = try VidLoading(behind: files, maxConcurrentDownloads: 1)
        for name in ["a", "b", "c"] { loading.download(name) }
        loading.reaction = { [weak loading] in
            if $0.identifier == "b", $0.state == .running(0) {
                loading?.loader.cancel(identifier: "b")
            }
        }
        loading.run()
        let ends = loading.told.filter {
            $0.state == .canceled
                || $0.state
                    == .failed(
                        .custom(
                            .init(code: 0, description: "", localizedDescription: "", domain: "")))
        }
        #expect(ends.map(\.identifier) == ["a", "b", "c"], "\(loading.trace)")
        #expect(loading.files.isEmpty)
    }

    // MARK: The connection

    @Test func `a download that may not use the cellular connection waits for another`() throws {
        let loading = try VidLoading(isMobileDataEnabled: false)
        loading.download("film")
        loading.run(until: 3.3)
        loading.device.connection = .cellular
        let held = loading.told.last?.progress ?? -1
        #expect(held > 0 && loading.loader.state(for: "film") == .noConnection(held))
        loading.run(until: 60)
        #expect(loading.told.last?.state == .noConnection(held))
        loading.loader.enableMobileDataAccess()
        #expect(loading.told.last?.state == .running(held))
        #expect(loading.loader.isMobileDataEnabled)
        loading.run(until: 60.4)
        loading.loader.disableMobileDataAccess()
        guard case .noConnection? = loading.told.last?.state else {
            Issue.record("\(loading.trace)")
            return
        }
        loading.device.connection = .wifi
        loading.run()
        #expect(loading.told.last?.state == .completed)
    }

    @Test func `a download requested without a connection begins when there is one`() throws {
        let device = Device(connection: .cellular)
        let loading = try VidLoading(device: device, isMobileDataEnabled: false)
        loading.download("film")
        loading.run(until: 10)
        #expect(loading.states(of: "film") == [.prefetching])
        loading.loader.enableMobileDataAccess()
        loading.run()
        #expect(loading.told.last?.state == .completed)
    }

    @Test func `an option suppresses reports of lost connections`() throws {
        let loading = try VidLoading { $0.reportsLostConnections = false }
        loading.download("film")
        loading.run(until: 3.3)
        let trace = loading.trace
        let state = loading.loader.state(for: "film")
        loading.device.connection = .none
        loading.run(until: 50)
        loading.device.connection = .wifi
        #expect(loading.trace == trace)
        #expect(loading.loader.state(for: "film") == state)
        loading.run()
        #expect(loading.told.last?.state == .completed)
        #expect(!loading.trace.contains("noConnection"))
    }

    // MARK: Failing

    @Test func `a missing playlist fails the download, with a reason`() throws {
        let loading = try VidLoading()
        loading.download("film", SampleMedia.folder + "/none.m3u8")
        loading.run()
        guard case .failed(.custom(let reason))? = loading.told.last?.state else {
            Issue.record("\(loading.trace)")
            return
        }
        #expect(loading.states(of: "film").count == 2)
        #expect(reason.code == 69302 && reason.domain == OfflineError.domain)
        #expect(reason.localizedDescription.contains("none.m3u8"))
        #expect(loading.loader.state(for: "film") == .unknown)
        #expect(loading.files.isEmpty)
    }

    @Test func `download errors are equal when their kinds are equal`() {
        let reasons = ["one", "other"].map {
            VidLoaderError(code: $0.count, description: $0, localizedDescription: $0, domain: $0)
        }
        #expect(DownloadError.custom(reasons[0]) == .custom(reasons[1]))
        #expect(DownloadState.failed(.custom(reasons[0])) == .failed(.custom(reasons[1])))
        #expect(DownloadError.unknown != .taskNotCreated)
        #expect(DownloadError.unknown != .custom(reasons[0]))
        #expect(DownloadError.custom(reasons[0]) != .taskNotCreated)
    }
}
