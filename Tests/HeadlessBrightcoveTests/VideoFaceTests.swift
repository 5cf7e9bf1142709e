import Foundation
import HeadlessBrightcove
import HeadlessPlayback
import Sessions
import Testing

@Suite struct VideoFaceTests {
    @Test func `cue points have the initializers of the SDK`() {
        let end = BCOVCuePoint(type: "ad", position: .positiveInfinity, properties: ["a": 1])
        let middle = BCOVCuePoint(type: "ad", position: CMTimeMake(value: 5, timescale: 1))
        let start = BCOVCuePoint(type: nil, position: .negativeInfinity)
        let points = BCOVCuePointCollection(array: [end, middle, start])
        #expect(points.map(\.position) == [.before, .time(.seconds(5)), .after])
        #expect(points.map { CMTimeGetSeconds($0.position) } == [0, 5, .infinity])
        #expect(points.last?.properties == ["a": 1])
        #expect(BCOVCuePointCollection(array: nil).isEmpty)
    }

    @Test func `an updated video keeps its other values`() {
        let video = BCOVVideo(url: URL(string: "https://example.com/film.m3u8"))
        let named = video.update { $0.properties[kBCOVVideoPropertyKeyName] = "Film" }
        #expect(named.properties[kBCOVVideoPropertyKeyName] as? String == "Film")
        #expect(named.sources == video.sources)
        #expect(video.properties.isEmpty)
        #expect(named != video && !named.isEqual(to: video))
    }

    @Test func `a property has the value that it was given`() {
        let given: [AnyHashable: Any] = [
            "text": "a", "whole": 7, "one": 1, "fraction": 1.5, "true": true,
            "object": NSNumber(value: true), "number": NSNumber(value: 1),
            "decimal": NSNumber(value: 0.25), "small": UInt8(3), "list": ["a", 2] as [Any],
            "nested": ["key": ["b"]], "url": URL(fileURLWithPath: "/a"), "none": NSNull(),
        ]
        let video = BCOVVideo(source: nil, cuePoints: nil, properties: given).video
        #expect(
            video.properties == [
                "text": "a", "whole": 7, "one": 1, "fraction": 1.5, "true": true, "object": true,
                "number": 1, "decimal": 0.25, "small": 3, "list": ["a", 2],
                "nested": ["key": ["b"]], "url": "file:///a", "none": nil,
            ])
        let read = BCOVVideo(video).properties
        #expect(read["whole"] as? Int == 7 && read["true"] as? Bool == true)
        #expect(read["fraction"] as? Double == 1.5 && read["none"] is NSNull)
        #expect((read["list"] as? [Any])?.first as? String == "a")
        #expect((read["nested"] as? [String: Any])?["key"] as? [String] == ["b"])
    }

    @Test func `a property whose type JSON lacks is null, and the others are kept`() {
        let given: [AnyHashable: Any] = [
            "width": CGFloat(1.5), "small": Float(0.5), "bytes": Data([1]),
            "missing": Int?.none as Any, "object": NSObject(), "list": ["a", Data([1])] as [Any],
            NSString(string: "name"): "Film", 5: "five",
        ]
        let properties = BCOVVideo(source: nil, cuePoints: nil, properties: given).video.properties
        #expect(
            properties == [
                "width": 1.5, "small": 0.5, "bytes": nil, "missing": nil, "object": nil,
                "list": ["a", nil], "name": "Film",
            ])
    }

    @Test(
        arguments: [
            (.infinity, 0), (.greatestFiniteMagnitude, 0), (.nan, 0), (-.infinity, 0),
            (1.5e6, 1_500_000),
        ] as [(Double, Int64)])
    func `a bitrate that no integer can state means no limit`(bitRate: Double, limit: Int64) {
        let controller = BCOVPlaybackController(PlaybackController())
        controller.setPreferredPeakBitRate(bitRate)
        #expect(controller.playback.options.preferredPeakBitRate == limit)
    }

    @Test func `options keep values that have no effect`() {
        let controller = BCOVPlaybackController(PlaybackController())
        let value = NSObject()
        controller.options = ["x": value, kBCOVBufferOptimizerMinimumDurationKey: CGFloat(7)]
        #expect(controller.options["x"] as? NSObject === value)
        #expect(controller.playback.options.bufferOptimizer.minimumDuration == .seconds(7))
    }

    @Test(
        arguments: [
            (kBCOVSourceDeliveryHLS, .hls), (kBCOVSourceDeliveryMP4, .mp4),
            (kBCOVSourceDeliveryDASH, .dash), (kBCOVSourceDeliveryOnce, .once),
            (kBCOVSourceDeliveryBoltSSAI, .boltSSAI), ("Other", .other("Other")),
        ] as [(String, Source.DeliveryMethod)])
    func `each delivery method constant is mapped to its delivery method`(
        _ name: String, _ method: Source.DeliveryMethod
    ) {
        let source = BCOVSource(
            url: URL(string: "https://example.com/a"), deliveryMethod: name, properties: nil)
        #expect(source.source.deliveryMethod == method)
        #expect(source.deliveryMethod == name)
        #expect(source.url == URL(string: "https://example.com/a"))
        let file = URL(fileURLWithPath: "/films/a film.m3u8")
        #expect(BCOVSource(url: file).url == file)
    }

    @Test @MainActor func `a text of a video has the language of a locale or of the device`() {
        let video = BCOVVideo(
            source: nil, cuePoints: nil,
            properties: [
                "name": "Film", "description": "short",
                "variants": [
                    ["language": "de-AT", "name": "Streifen", "long_description": "lang"],
                    ["language": "fr", "name": "Cinéma", "description": "court"],
                ],
            ])
        #expect(video.localizedName(forLocale: NSLocale(localeIdentifier: "de_AT")) == "Streifen")
        #expect(localizedNameForLocale(video, Locale(identifier: "fr_CA")) == "Cinéma")
        #expect(localizedNameForLocale(nil, nil) == nil)
        let swedish = NSLocale(localeIdentifier: "sv_SE")
        #expect(video.localizedName(forLocale: swedish) == "Film")
        #expect(video.localizedShortDescription(forLocale: swedish) == "short")
        #expect(video.localizedLongDescription(forLocale: swedish) == nil)
        let variant = video.variant(forPreferredLanguages: ["it", "fr"])
        #expect(variant?["description"] as? String == "court")
        #expect(video.variant(forPreferredLanguages: ["it"]) == nil)
        let world = PlaybackWorld()
        BCOVSimulation.begin(world: world)
        defer { BCOVSimulation.end() }
        #expect(video.localizedName(forLocale: nil) == "Film")
        world.device.languages = ["it", "fr"]
        #expect(video.localizedName(forLocale: nil) == "Cinéma")
        #expect(localizedShortDescriptionForLocale(video, nil) == "court")
        #expect(localizedLongDescriptionForLocale(video, nil) == nil)
    }

    @Test func `a refused video has the error of the service`() {
        let video = BCOVVideo(
            errorCode: "ACCESS_DENIED", errorSubCode: "CLIENT_GEO", errorMessage: "not here",
            properties: ["id": "5"])
        #expect(video.hasError && video.errorCode == "ACCESS_DENIED")
        #expect(video.errorSubCode == "CLIENT_GEO" && video.errorMessage == "not here")
        #expect(video.properties["id"] as? String == "5")
    }
}
