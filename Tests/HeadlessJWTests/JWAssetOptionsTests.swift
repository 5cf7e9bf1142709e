import Foundation
import HeadlessJW
import HeadlessPlayback
import TestSupport
import Testing
import Transport

/// The asset options of a configuration, of its items, and of the items' sources.
@Suite struct JWAssetOptionsTests {
    @Test func `each AVURLAsset key sets its option`() {
        let identifier = UUID()
        let cookie = AssetCookie(name: "a", value: "1")
        let read = JWAssetOptions([
            AVURLAssetHTTPHeaderFieldsKey: ["B": "2", "A": "1"],
            AVURLAssetHTTPCookiesKey: [cookie], AVURLAssetHTTPUserAgentKey: "agent",
            AVURLAssetAllowsCellularAccessKey: false,
            AVURLAssetAllowsExpensiveNetworkAccessKey: NSNumber(value: false),
            AVURLAssetAllowsConstrainedNetworkAccessKey: true,
            AVURLAssetOverrideMIMETypeKey: "video/mp4",
            AVURLAssetPrimarySessionIdentifierKey: identifier,
            AVURLAssetReferenceRestrictionsKey: 4,
        ])
        var options = AssetOptions()
        options.headerFields = [
            HeaderField(name: "A", value: "1"), HeaderField(name: "B", value: "2"),
        ]
        options.cookies = [cookie]
        options.userAgent = "agent"
        options.allowsCellularAccess = false
        options.allowsExpensiveNetworkAccess = false
        options.allowsConstrainedNetworkAccess = true
        options.overrideMIMEType = "video/mp4"
        options.primarySessionIdentifier = identifier.uuidString
        options.referenceRestrictions = .crossSite
        #expect(read.options == options)
        #expect(read.ignoredKeys == [])
    }

    @Test func `unknown asset option keys and values of the wrong type are listed as ignored`() {
        let read = JWAssetOptions([
            "AVURLAssetUnknownKey": 1, AVURLAssetHTTPUserAgentKey: 1,
            AVURLAssetHTTPHeaderFieldsKey: "cookie", AVURLAssetAllowsCellularAccessKey: "no",
        ])
        #expect(
            read.ignoredKeys == [
                AVURLAssetAllowsCellularAccessKey, AVURLAssetHTTPHeaderFieldsKey,
                AVURLAssetHTTPUserAgentKey, "AVURLAssetUnknownKey",
            ])
        #expect(read.options == AssetOptions())
        #expect(JWAssetOptions(nil).options == AssetOptions())
    }

    @Test func `asset options of a source override the item's, and these the configuration's`()
        throws
    {
        let server = try OriginServer(.folder(SampleMedia.folder))
        let config = JWConfig()
        config.assetOptions = [
            AVURLAssetHTTPHeaderFieldsKey: ["Level": "config"],
            AVURLAssetHTTPUserAgentKey: "config",
            AVURLAssetHTTPCookiesKey: [AssetCookie(name: "level", value: "config")],
        ]
        let item = JWPlaylistItem()
        item.assetOptions = [
            AVURLAssetHTTPUserAgentKey: "item",
            AVURLAssetHTTPCookiesKey: [AssetCookie(name: "level", value: "item")],
        ]
        let source = JWSource(file: server.url("/single/index.m3u8"), isDefault: true)
        source.assetOptions = [
            AVURLAssetHTTPCookiesKey: [AssetCookie(name: "level", value: "source")]
        ]
        item.sources = [JWSource(file: server.url("/other/index.m3u8")), source]
        config.playlist = [item]
        let player = JWPlayerController(config: config)
        player.play()
        player.world.loop.runUntilIdle()
        #expect(server.log.count == 6)
        for request in server.log {
            #expect(request.headers["level"] == "config")
            #expect(request.headers["user-agent"] == "item")
            #expect(request.headers["cookie"] == "level=source")
        }
    }
}
