import FoundationEssentials
import HeadlessPlayback
import TestSupport
import Testing

@Suite struct OfflineVideoTokenTests {
    /// The data that an app stores, in which a video token has the type `Token`.
    private struct Shelf<Token: Codable & Hashable & CodingKeyRepresentable>: Codable {
        var all: [Token]
        var latest: Token?
        var titles: [Token: String]
    }

    private func code(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `strings kept by an app decode as tokens, and tokens as strings`() throws {
        let strings = Shelf<String>(all: ["a-1", "b-2"], latest: "b-2", titles: ["a-1": "A film"])
        let text = try code(strings)
        let tokens = try JSONDecoder().decode(
            Shelf<OfflineVideoToken>.self, from: Data(text.utf8))
        #expect(tokens.all == ["a-1", "b-2"])
        #expect(tokens.latest == "b-2")
        #expect(tokens.titles == ["a-1": "A film"])
        #expect(try code(tokens) == text)
    }

    @Test func `a token kept as a string identifies its download after a launch`() throws {
        let app = try OfflineApp()
        let token = try #require(app.download(SampleMedia.single.video()))
        app.world.loop.runUntilIdle()
        let kept: String = token.rawValue
        try app.relaunch(after: .crash)
        #expect(app.manager.offlineVideoTokens == [token])
        let video = try #require(app.manager.videoObject(from: OfflineVideoToken(rawValue: kept)))
        #expect(video.offlineVideoToken == token)
        #expect(video.properties[Video.PropertyKey.offlineVideoToken]?.string == kept)
        #expect(video.playableOffline)
    }

    @Test func `a token is written and ordered as its string`() {
        let token: OfflineVideoToken = "a-1"
        #expect("\(token)" == "a-1")
        #expect(token == OfflineVideoToken(rawValue: "a-1"))
        #expect(
            ["b", "c", "a"].map(OfflineVideoToken.init(rawValue:)).sorted() == ["a", "b", "c"])
    }

    @Test func `an online video has no token`() {
        #expect(SampleMedia.single.video().offlineVideoToken == nil)
    }
}
