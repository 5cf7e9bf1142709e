import HeadlessPlayback
import TestSupport
import Testing

@Suite struct VidLoaderTraceTests {
    @Test func `downloads that fail, pause, resume and are cancelled match the recorded trace`()
        throws
    {
        let files = ScriptedLoader([
            ("refused/index.m3u8", .failure(.status(403), times: 1))
        ])
        let loading = try VidLoading(
            behind: files,
            network: NetworkConditions(bitsPerSecond: 400_000, latency: .milliseconds(200)),
            maxConcurrentDownloads: 1)
        let loader = loading.loader
        loading.download("first")
        loading.download("film", ProtectedSample.aes128.path)
        loading.download("other")
        loading.download("none", SampleMedia.folder + "/refused/index.m3u8")
        loading.run(until: 1)
        loader.cancel(identifier: "other")
        loading.run(until: 2)
        loader.cancel(identifier: "first")
        loading.run(until: 5.7)
        loading.device.connection = .none
        loading.run(until: 8)
        loading.device.connection = .wifi
        loading.run(until: 8.1)
        loader.pause(identifier: "film")
        loading.download("next")
        loading.run(until: 12)
        loader.resume(identifier: "film")
        loading.run()
        let names = ["first", "film", "other", "none", "next"]
        let ends = names.map { "end  \($0)  \(loader.state(for: $0))\n" }
        try RecordedTrace.expect(loading.trace + ends.joined(), is: "vidloader")
    }
}
