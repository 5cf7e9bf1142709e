import ContentProtection
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Downloads in every stage, and the effect of an app termination or a command on them.
@Suite struct OfflineStageTraceTests {
    private static let slow = NetworkConditions(bitsPerSecond: 400_000)
    private let rental = OfflineVideoParameters(rentalDuration: 3600)

    /// Creates an app that runs one download at a time; its single film is protected by FairPlay.
    private func app(_ media: ProtectedMedia? = nil) throws -> (OfflineApp, Video) {
        let media = try media ?? ProtectedMedia.cbcs()
        // Replaces only the files of the film, since other samples have files with the same names.
        let film = media.files.map { ("single/\($0.name)", ScriptedLoader.Answer.bytes($0.bytes)) }
        let app = try OfflineApp(
            loader: ScriptedLoader(film), network: Self.slow,
            policies: KeyPolicies(["film": KeyPolicy(key: ProtectedMedia.key)])
        ) { $0.concurrentDownloads = 1 }
        return (app, media.video)
    }

    // MARK: App terminations

    @Test(arguments: Device.Death.allCases)
    func `the kind of app termination determines the state of a download`(_ death: Device.Death)
        throws
    {
        let app = try OfflineApp(network: Self.slow)
        app.download(SampleMedia.transportStream.video())
        app.download(SampleMedia.single.video())
        app.run(until: 3)
        app.manager.pauseVideoDownload(try #require(app.manager.offlineVideoTokens.last))
        try app.relaunch(after: death)
        app.noteStates()
        app.run()
        app.noteStates()
        try RecordedTrace.expect(app.recorder.trace, is: "offline-death-\(death)")
    }

    @Test(arguments: Device.Death.allCases)
    func `every kind of app termination in every download stage matches its recorded trace`(
        _ death: Device.Death
    ) throws {
        let (app, film) = try app()
        func token() throws -> OfflineVideoToken {
            try #require(app.manager.offlineVideoTokens.last)
        }
        app.download(SampleMedia.packedAudio.video())
        app.run()
        app.preload(film, rental)
        app.run()
        app.download(SampleMedia.transportStream.video())
        app.run(until: app.seconds + 5)
        app.download(SampleMedia.fragments.video())
        app.manager.pauseVideoDownload(try token())
        app.download(SampleMedia.discontinuity.video())
        app.manager.cancelVideoDownload(try token())
        app.download(Video(hlsURL: "/nowhere/index.m3u8"))
        app.download(SampleMedia.timedMetadata.video())
        app.run(until: app.seconds + 1)
        app.noteStates()
        try app.relaunch(after: death)
        app.noteStates()
        app.run()
        app.noteStates()
        try RecordedTrace.expect(
            app.recorder.traceWithoutProgress, is: "offline-death-stages-\(death)")
    }

    @Test func `the system downloads for a terminated app and wakes it`() throws {
        let app = try OfflineApp(network: Self.slow)
        app.download(SampleMedia.transportStream.video())
        app.download(SampleMedia.single.video())
        app.run(until: 3)
        app.manager.pauseVideoDownload(try #require(app.manager.offlineVideoTokens.last))
        app.die(of: .memoryPressure, isWoken: true)
        app.run()
        app.noteStates()
        app.device.appState = .foreground
        app.manager.resumeVideoDownload(try #require(app.manager.offlineVideoTokens.last))
        app.run()
        app.noteStates()
        try RecordedTrace.expect(app.recorder.trace, is: "offline-dead-and-woken")
    }

    // MARK: Successive downloads

    /// An app that requests each download when the end of the previous download is reported.
    private final class Queue: OfflineVideoManagerDelegate {
        private let app: OfflineApp
        private var videos: [Video]

        init(_ app: OfflineApp, _ videos: [Video]) {
            self.app = app
            self.videos = videos
        }

        func startNext() {
            if !videos.isEmpty { app.download(videos.removeFirst()) }
        }

        func offlineVideoToken(
            _ token: OfflineVideoToken, didFinishDownloadWithError error: OfflineError?
        ) {
            app.recorder.offlineVideoToken(token, didFinishDownloadWithError: error)
            startNext()
        }
    }

    @Test func `sequential downloads continue when the app is woken`() throws {
        let (app, film) = try app()
        let queue = Queue(
            app, [film, SampleMedia.transportStream.video(), SampleMedia.packedAudio.video()])
        app.manager.delegate = queue
        app.preload(film, rental)
        app.run()
        queue.startNext()
        app.run(until: 1)
        app.device.appState = .background
        app.run()
        app.noteStates()
        try RecordedTrace.expect(app.recorder.trace, is: "offline-sequential")
    }

    // MARK: Commands

    @Test func `download commands in several states match the recorded trace`() throws {
        let app = try OfflineApp(network: Self.slow) { $0.concurrentDownloads = 1 }
        let (first, second) = (SampleMedia.single.video(), SampleMedia.transportStream.video())
        app.download(first)
        app.download(second)
        let tokens = app.manager.offlineVideoTokens
        func step(_ name: String, _ command: (OfflineVideoToken) -> Void, _ index: Int) {
            app.recorder.note("-- \(name) \(app.recorder.name(of: tokens[index]))")
            command(tokens[index])
            app.noteStates()
        }
        step("pause while requested", app.manager.pauseVideoDownload, 0)
        step("resume", app.manager.resumeVideoDownload, 0)
        app.run(until: 1)
        step("resume while it runs", app.manager.resumeVideoDownload, 0)
        step("pause", app.manager.pauseVideoDownload, 0)
        step("pause again", app.manager.pauseVideoDownload, 0)
        app.run(until: 3)
        step("cancel while held", app.manager.cancelVideoDownload, 0)
        step("resume what was cancelled", app.manager.resumeVideoDownload, 0)
        app.run()
        step("pause what is complete", app.manager.pauseVideoDownload, 1)
        step("cancel what is complete", app.manager.cancelVideoDownload, 1)
        app.recorder.note("-- delete both")
        for token in tokens { try app.manager.deleteOfflineVideo(token) }
        app.noteStates()
        #expect(app.manager.offlineVideoTokens == [])
        #expect(app.scratch.files(in: "store/packages").isEmpty)
        try RecordedTrace.expect(app.recorder.trace, is: "offline-commands")
    }

    /// The state of a download when a command is given.
    private enum Situation: String, CaseIterable {
        case requested, inLine, downloading, suspended, cancelled, completed, error, preloaded
    }

    private enum Command: String, CaseIterable {
        case pause, resume, cancel, delete, forceStop, requestAgain
    }

    private func app(
        _ situation: Situation, _ media: ProtectedMedia
    ) throws -> (OfflineApp, Video) {
        let (app, film) = try app(media)
        var video = SampleMedia.transportStream.video()
        switch situation {
        case .preloaded: video = film
        case .error: video = Video(hlsURL: "/nowhere/index.m3u8")
        case .inLine: app.download(SampleMedia.packedAudio.video())
        default: break
        }
        if situation == .preloaded { app.preload(video, rental) } else { app.download(video) }
        let token = try #require(app.manager.offlineVideoTokens.last)
        switch situation {
        case .requested: break
        case .inLine: app.run(until: 1)
        case .downloading: app.run(until: 6)
        case .suspended, .cancelled:
            app.run(until: 6)
            if situation == .suspended {
                app.manager.pauseVideoDownload(token)
            } else {
                app.manager.cancelVideoDownload(token)
            }
        case .completed, .error, .preloaded: app.run()
        }
        return (app, video)
    }

    private func obey(
        _ command: Command, _ app: OfflineApp, _ video: Video, _ token: OfflineVideoToken
    ) throws {
        switch command {
        case .pause: app.manager.pauseVideoDownload(token)
        case .resume: app.manager.resumeVideoDownload(token)
        case .cancel: app.manager.cancelVideoDownload(token)
        case .delete: try app.manager.deleteOfflineVideo(token)
        case .forceStop: app.manager.forceStopAllDownloadTasks()
        case .requestAgain: app.download(video)
        }
    }

    @Test func `every download command in every state matches the recorded trace`() throws {
        let media = try ProtectedMedia.cbcs()
        var trace = ""
        for situation in Situation.allCases {
            for command in Command.allCases {
                let (app, video) = try app(situation, media)
                let token = try #require(app.manager.offlineVideoTokens.last)
                var heard = app.recorder.lines.count
                func news() -> String {
                    let lines = app.recorder.lines[heard...].map {
                        $0.split(separator: " ").dropFirst().joined(separator: " ")
                    }
                    heard = app.recorder.lines.count
                    let told = lines.filter { !$0.hasPrefix("--") && !$0.contains("rogressTo") }
                    return told.map { "        \($0)\n" }.joined()
                }
                func states() -> String {
                    app.manager.offlineVideoStatus.map { status in
                        "\(app.recorder.name(of: status.offlineVideoToken)) "
                            + "\(status.downloadState)"
                    }.joined(separator: ", ")
                }
                trace += "\(situation), \(command)\n"
                try obey(command, app, video, token)
                trace += "    at once [\(states())]\n\(news())"
                app.run()
                trace += "    at last [\(states())]\n\(news())"
                // The state of each download must agree with the reports.
                let whole = app.manager.offlineVideoStatus.filter { $0.downloadState == .completed }
                for status in whole {
                    let video = app.manager.videoObject(from: status.offlineVideoToken)
                    #expect(video?.playableOffline == true)
                }
            }
        }
        try RecordedTrace.expect(trace, is: "offline-command-matrix")
    }
}

extension OfflineApp {
    /// The simulated time in seconds.
    fileprivate var seconds: Double { world.loop.now.sinceStart / .seconds(1) }
}

extension OfflineRecorder {
    /// The trace without the progress of downloads.
    fileprivate var traceWithoutProgress: String {
        lines.filter { !$0.contains("didProgressTo") }.reduce(into: "") { $0 += $1 + "\n" }
    }
}
