import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Downloads continue from any state, even at the request of another process.
@Suite struct DownloadContinuingTests {
    private let slow = NetworkConditions(bitsPerSecond: 400_000)
    private let url = SampleMedia.transportStream.path

    private func commanding(_ scratch: ScratchFolder = ScratchFolder()) throws -> Download {
        try Download(scratch: scratch, network: slow) { $0.takesCommands = true }
    }

    private func phase(
        _ download: Download, _ token: OfflineVideoToken
    ) throws -> OfflineVideoStatus.DownloadState {
        try download.engine.record(of: token).state
    }

    @Test func `a cancelled download continues with its stored files`() throws {
        let download = try commanding()
        let token = try download.start(url)
        download.run(until: 6)
        download.engine.cancel(token)
        #expect(try phase(download, token) == .cancelled)
        let stored = try download.engine.catalogue.counts(of: token).storedResources
        #expect(stored > 0)
        try download.engine.goOn(with: token)
        download.run()
        let record = try download.engine.record(of: token)
        #expect(record.state == .completed)
        #expect(record.errorCode == nil)
    }

    @Test(arguments: [
        OfflineVideoStatus.DownloadState.requested, .downloading, .suspended, .error, .cancelled,
    ])
    func `a download of an earlier process continues`(left: OfflineVideoStatus.DownloadState) throws
    {
        let scratch = ScratchFolder()
        var token: OfflineVideoToken = ""
        do {
            let download = try commanding(scratch)
            token = try download.start(url)
            download.run(until: 6)
            download.engine.close()
            var record = try download.engine.record(of: token)
            record.state = left
            record.endTime = 1
            record.errorReason = "old"
            try download.engine.catalogue.update(record)
        }
        let download = try commanding(scratch)
        try download.engine.goOn(with: token)
        download.run()
        let record = try download.engine.record(of: token)
        #expect(record.state == .completed)
        #expect(record.errorReason == nil)
    }

    @Test(arguments: ["video/000002.ts", "subtitles0/000001.vtt"])
    func `a truncated file of a complete download is fetched again`(name: String) throws {
        let scratch = ScratchFolder()
        var token: OfflineVideoToken = ""
        var whole: [String: [UInt8]] = [:]
        do {
            let download = try commanding(scratch)
            token = try download.start(url) { $0.selection.subtitles = .all }
            download.run()
            whole = download.files(of: token)
            download.engine.close()
        }
        scratch.put(try #require(whole[name]).prefix(30), at: "store/packages/\(token)/\(name)")
        let download = try commanding(scratch)
        let record = try download.engine.checked(try download.engine.record(of: token))
        #expect(record.state == .downloading)
        try download.engine.goOn(with: token)
        download.run()
        #expect(try phase(download, token) == .completed)
        #expect(download.files(of: token) == whole)
    }

    @Test func `continuing changes no complete or running download`() throws {
        let download = try commanding()
        let token = try download.start(url)
        download.run(until: 6)
        let lines = download.lines.count
        try download.engine.goOn(with: token)
        #expect(download.lines.count == lines)
        download.run()
        try download.engine.goOn(with: token)
        #expect(download.world.loop.isIdle)
        #expect(throws: StoreError.unknownToken("nobody")) {
            try download.engine.goOn(with: "nobody")
        }
    }

    @Test func `commands from another process are executed for downloads of an earlier process`()
        throws
    {
        let scratch = ScratchFolder()
        var tokens: [OfflineVideoToken] = []
        do {
            let download = try commanding(scratch)
            for sample in [SampleMedia.single, .fragments, .discontinuity] {
                tokens.append(try download.start(sample.path))
            }
            download.engine.close()
        }
        let download = try commanding(scratch)
        let catalogue = try Catalogue(path: download.engine.folder.cataloguePath)
        try catalogue.enqueue(StoreCommand(.pause, tokens[0]))
        try catalogue.enqueue(StoreCommand(.cancel, tokens[1]))
        let last = try catalogue.enqueue(StoreCommand(.resume, tokens[2]))
        #expect(try catalogue.isWaiting(last))
        download.engine.obeyCommands()
        #expect(try !catalogue.isWaiting(last))
        #expect(try !catalogue.withdraw(last))
        download.run()
        #expect(try tokens.map { try phase(download, $0) } == [.suspended, .cancelled, .completed])
    }

    @Test func `a withdrawn command is not executed`() throws {
        let download = try commanding()
        let token = try download.start(url)
        let id = try download.engine.catalogue.enqueue(StoreCommand(.cancel, token))
        #expect(try download.engine.catalogue.withdraw(id))
        download.run()
        #expect(try phase(download, token) == .completed)
    }

    // MARK: The state machine

    @Test func `only a complete download can be repaired, starting from its stored fraction`() {
        var machine = DownloadStateMachine(stage: .completed, progress: 1)
        #expect(machine.handle(.repair(stored: 0.25)) == [.report(machine.report), .prepare])
        #expect(machine.stage == .preparing)
        #expect(machine.progress == 0.25)
        #expect(machine.handle(.repair(stored: 0.1)) == [])
        _ = machine.handle(.prepared)
        _ = machine.handle(.slotGranted)
        #expect(
            machine.handle(.progress(0.5)) == [.report(DownloadReport(.running, progress: 0.5))])
        for stage: DownloadStateMachine.Stage in [
            .preloaded, .preparing, .waiting, .running, .paused, .cancelled,
            .failed(OfflineError(.downloadFailure, "")),
        ] {
            var machine = DownloadStateMachine(stage: stage, progress: 0.5)
            #expect(machine.handle(.repair(stored: 0)) == [])
            #expect(machine.stage == stage)
        }
    }
}
