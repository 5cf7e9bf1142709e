import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Transport
import VirtualTime

/// A download engine in a simulation of its own, with a record of every report.
final class Download {
    let scratch: ScratchFolder
    let world: PlaybackWorld
    let device = Device()
    let engine: DownloadEngine
    private(set) var lines: [String] = []

    init(
        scratch: ScratchFolder = ScratchFolder(), loader: any ResourceLoader = StandardLoader(),
        network: NetworkConditions = .unlimited, workers: Workers = .shared,
        _ configure: (inout DownloadOptions) -> Void = { _ in }
    ) throws {
        self.scratch = scratch
        var playback = PlaybackOptions()
        playback.network = network
        world = PlaybackWorld(options: playback, loader: loader, workers: workers)
        var options = DownloadOptions()
        configure(&options)
        engine = try DownloadEngine(
            world: world, folder: StoreFolder(path: scratch.path + "/store", creates: true),
            epoch: DateTime(millisecondsSince1970: 1_000_000_000_000), device: device,
            options: options)
        engine.observer = { [weak self] token, event in self?.write(token, event) }
    }

    private func write(_ token: OfflineVideoToken, _ event: DownloadEvent) {
        guard case .report(let report) = event else { return }
        var line = "\(world.loop.now) \(report.text)"
        if case .failed(let error) = report.stage { line += ": \(error)" }
        lines.append(line)
    }

    @discardableResult
    func start(
        _ url: String, _ configure: (inout DownloadRequest) -> Void = { _ in }
    ) throws -> OfflineVideoToken {
        var request = DownloadRequest(video: Video(url: url), sourceURL: url)
        configure(&request)
        return try engine.start(request)
    }

    func run() { world.loop.runUntilIdle() }

    func run(until seconds: Double) {
        world.loop.run(until: Instant(sinceStart: .seconds(seconds)))
    }

    func files(of token: OfflineVideoToken) -> [String: [UInt8]] {
        scratch.files(in: "store/packages/\(token)")
    }
}
