import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

@Suite struct VidObserverTests {
    private let loading: VidLoading
    private let notes = Notes()

    private final class Notes {
        var lines: [String] = []
    }

    init() throws {
        loading = try VidLoading()
    }

    private func observer(_ name: String, _ type: VidObserver.ObserverType) -> VidObserver {
        VidObserver(type: type) { [notes] in notes.lines.append("\(name) \($0.state)") }
    }

    @Test func `observers of all downloads are notified before observers of one download`() {
        let observers = [
            observer("film", .single("film")), observer("all", .all),
            observer("other", .single("other")), observer("second", .all),
        ]
        for observer in observers { loading.loader.observe(with: observer) }
        loading.download("film")
        #expect(notes.lines == ["all prefetching", "second prefetching", "film prefetching"])
        withExtendedLifetime(observers) {}
    }

    @Test func `an observer is notified as often as it was added, until it is removed`() {
        let twice = observer("twice", .all)
        let once = observer("once", .all)
        for observer in [twice, once, twice] { loading.loader.observe(with: observer) }
        loading.loader.observe(with: nil)
        loading.download("film")
        #expect(notes.lines == ["twice prefetching", "once prefetching", "twice prefetching"])
        loading.loader.remove(observer: twice)
        loading.loader.remove(observer: nil)
        loading.loader.cancel(identifier: "film")
        #expect(notes.lines.dropFirst(3) == ["once canceled"])
    }

    @Test func `a released observer is not notified`() {
        var fleeting: VidObserver? = observer("fleeting", .all)
        weak let trace = fleeting
        loading.loader.observe(with: fleeting)
        fleeting = nil
        #expect(trace == nil)
        loading.download("film")
        #expect(notes.lines == [])
    }

    @Test func `earlier states are not repeated for a later observer`() {
        loading.download("film")
        loading.run(until: 1)
        let late = observer("late", .single("film"))
        loading.loader.observe(with: late)
        #expect(notes.lines == [])
        loading.run(until: 3.3)
        #expect(notes.lines.allSatisfy { $0.hasPrefix("late running") } && !notes.lines.isEmpty)
    }

    @Test func `an observer removed during a notification does not receive it`() {
        let second = observer("second", .all)
        let first = VidObserver(type: .all) { [notes, loading] in
            notes.lines.append("first \($0.state)")
            loading.loader.remove(observer: second)
            loading.loader.observe(with: second)
        }
        loading.loader.observe(with: first)
        loading.loader.observe(with: second)
        loading.download("film")
        #expect(notes.lines == ["first prefetching"])
        loading.loader.remove(observer: first)
        loading.loader.cancel(identifier: "film")
        #expect(notes.lines.last == "second canceled")
    }

    @Test func `a command of an observer takes effect at once and is reported afterwards`() throws {
        loading.reaction = { [loading] in
            guard $0.state == .waiting else { return }
            loading.loader.cancel(identifier: "film")
            loading.download("next")
        }
        let second = observer("second", .all)
        loading.loader.observe(with: second)
        loading.download("film")
        loading.run(until: 0.05)
        #expect(
            notes.lines.prefix(4) == [
                "second prefetching", "second waiting", "second canceled", "second prefetching",
            ], "\(notes.lines)")
    }

    @Test func `a report has all information about its download`() throws {
        var values = DownloadValues(
            identifier: "film", url: SampleMedia.transportStream.path, title: "A/B: Été №1\n☃")
        values.minRequiredBitrate = 200_000
        values.artworkData = [1, 2, 3]
        values.headers = ["A": "b"]
        loading.loader.download(values)
        loading.run()
        let first = try #require(loading.told.first)
        #expect(first.identifier == "film" && first.url == values.url)
        #expect(first.title == "AB Été 1")
        #expect(first.minRequiredBitrate == 200_000 && first.headers == ["A": "b"])
        #expect(first.artworkData == [1, 2, 3])
        #expect(first.progress == 0 && first.downloadedBytes == 0 && first.location == nil)
        let last = try #require(loading.told.last)
        #expect(last.state == .completed && last.progress == 1)
        let media = loading.files.filter { $0.key.hasSuffix(".ts") || $0.key.hasSuffix(".vtt") }
        #expect(last.downloadedBytes == Int64(media.values.reduce(0) { $0 + $1.count }))
        #expect(last.location?.hasPrefix("packages/") == true)
    }

    @Test(arguments: [
        ("plain 1", "plain 1"), ("a-b_c.d", "abcd"), ("../x", "x"), ("Ünï ٣ 字", "Ünï ٣ 字"),
        ("e\u{301}te\u{301}", "e\u{301}te\u{301}"), ("a\tb\u{A0}c\u{0}\n\r", "a\tb\u{A0}c"),
        ("", ""),
        (String(repeating: "ab ", count: 100), String(repeating: "ab ", count: 66) + "ab"),
        (String(repeating: "-", count: 300) + "x", "x"),
    ])
    func `a title keeps letters, digits and white space`(title: String, kept: String) throws {
        loading.download("film") { $0.title = title }
        #expect(loading.told.first?.title == kept)
    }
}
