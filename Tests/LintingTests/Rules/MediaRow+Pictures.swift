import Linting
import VirtualTime

extension MediaRow {
    static let pictures: [MediaRow] = [
        row("video.interlaced") {
            $0.tracks { $0.codec = "hvc1.1.6.L93.90" }
        } severe: {
            $0.tracks { $0.codec = "hvc1.1.6.L93.40" }
        },
        row("video.interlaced") {
            $0.track("low", 1) { $0.transfer = 1 }
        } severe: {
            $0.track("low", 1) { $0.isInterlaced = true }
        },
        row("video.profile-level") {
            $0.tracks { $0.codec = "avc1.640034" }
        } severe: {
            $0.tracks { $0.codec = "avc1.6E0034" }
        },
        row("video.profile-level") {
            $0.tracks { $0.codec = "hvc1.2.4.H153.B0" }
        } severe: {
            $0.tracks { $0.codec = "hvc1.2.4.L156.B0" }
        },
        row("video.level-higher-than-needed") {
            $0.tracks { $0.codec = "avc1.64001E" }
        } severe: {
            $0.tracks { $0.codec = "avc1.640020" }
        },
        row("variant.video-range-missing") {
            $0.tracks { $0.transfer = 14 }
        } severe: {
            $0.tracks { $0.transfer = 16 }
        },
        row("variant.video-range-mismatch") { media in
            media.text("main", "640x360,FRAME", "640x360,VIDEO-RANGE=HLG,FRAME")
            media.tracks { $0.transfer = 18 }
        } severe: { media in
            media.text("main", "640x360,FRAME", "640x360,VIDEO-RANGE=HLG,FRAME")
            media.tracks { $0.transfer = 1 }
        },
        row("variant.video-range-mismatch") { media in
            media.text("main", "640x360,FRAME", "640x360,VIDEO-RANGE=PQ,FRAME")
            media.tracks { $0.codec = "avc1.6E001F" }
        } severe: { media in
            media.text("main", "640x360,FRAME", "640x360,VIDEO-RANGE=PQ,FRAME")
        },
        row("video.spatial-no-vexu") { media in
            media.text("main", "640x360,FRAME", "640x360,REQ-VIDEO-LAYOUT=\"CH-STEREO\",FRAME")
            media.tracks { $0.isSpatial = true }
        } severe: { media in
            media.text("main", "640x360,FRAME", "640x360,REQ-VIDEO-LAYOUT=\"CH-STEREO\",FRAME")
        },
        row("variant.layout-missing") { media in
            media.text("main", "640x360,FRAME", "640x360,REQ-VIDEO-LAYOUT=\"CH-STEREO\",FRAME")
            media.tracks { $0.isSpatial = true }
        } severe: {
            $0.tracks { $0.isSpatial = true }
        },
        row("packed.two-streams") {
            $0.change("en", 1) { $0.isPackedAudio = true }
        } severe: {
            $0.change("en", 1) {
                $0.isPackedAudio = true
                $0.tracks.append($0.tracks[0])
            }
        },
        row("ad.not-on-keyframe") {
            $0.track("low", 3) { $0.keyframes[0] = $0.start + .milliseconds(40) }
        } severe: {
            $0.track("low", 3) { $0.keyframes.removeFirst() }
        },
    ]

    /// Adds a file that the multivariant playlist names.
    private static func name(_ media: inout MeasuredFixture, _ tag: String, _ text: String) {
        media.text("main", "#EXT-X-STREAM-INF", "\(tag)\n#EXT-X-STREAM-INF")
        media.sideFile = Array(text.utf8)
    }

    private static let data = "#EXT-X-SESSION-DATA:FORMAT=JSON,URI=\"a.json\",DATA-ID="
    private static let sessionKey = "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"a.key\""
    private static let steering =
        "#EXT-X-CONTENT-STEERING:SERVER-URI=\"steer.json\",PATHWAY-ID=\".\""

    private static func assets(_ media: inout MeasuredFixture, _ text: String) {
        media.text(
            "low", "#EXT-X-CUE-OUT",
            "#EXT-X-DATERANGE:ID=\"ad\",CLASS=\"com.apple.hls.interstitial\""
                + ",START-DATE=\"2026-01-01T00:00:18.000Z\",X-ASSET-LIST=\"ads.json\""
                + "\n#EXT-X-CUE-OUT")
        media.sideFile = Array(text.utf8)
    }

    static let files: [MediaRow] = [
        row("session-data.not-json") {
            name(&$0, data + "\"a\"", "[1, 2]")
        } severe: {
            name(&$0, data + "\"a\"", "[1, 2")
        },
        row("session-data.unreachable") {
            name(&$0, data.replacing("JSON", with: "RAW") + "\"a\"", "[1, 2")
        } severe: {
            name(&$0, data.replacing("JSON", with: "RAW") + "\"a\"", "[1, 2")
            $0.sideFile = nil
        },
        row("key.unavailable") {
            name(&$0, sessionKey, "0123456789012345")
        } severe: {
            name(&$0, sessionKey, "")
            $0.sideFile = nil
        },
        row("key.unavailable") {
            name(&$0, "\(sessionKey),KEYFORMAT=\"b\"", "")
            $0.sideFile = nil
        } severe: {
            name(&$0, "\(sessionKey),KEYFORMAT=\"identity\"", "")
            $0.sideFile = nil
        },
        row("key.size") {
            name(&$0, sessionKey, "0123456789012345")
        } severe: {
            name(&$0, sessionKey, "<html></html>")
        },
        row("steering.manifest") {
            name(&$0, steering, #"{"VERSION": 1, "PATHWAY-PRIORITY": ["."], "RELOAD-URI": "a"}"#)
        } severe: {
            name(&$0, steering, #"{"VERSION": 1, "PATHWAY-PRIORITY": ["."], "RELOAD-URI": 1}"#)
        },
        row("steering.manifest") {
            name(&$0, steering, #"{"VERSION": 1, "PATHWAY-PRIORITY": ["A", "."]}"#)
        } severe: {
            name(&$0, steering, #"{"VERSION": 1, "PATHWAY-PRIORITY": ["A", "B"]}"#)
        },
        row("steering.manifest") {
            name(
                &$0, steering,
                #"{"VERSION": 1, "PATHWAY-PRIORITY": ["b"], "PATHWAY-CLONES":"#
                    + #" [{"BASE-ID": ".", "ID": "b", "URI-REPLACEMENT": {"HOST": "b"}}]}"#)
        } severe: {
            name(
                &$0, steering,
                #"{"VERSION": 1, "PATHWAY-PRIORITY": ["b"], "PATHWAY-CLONES":"#
                    + #" [{"BASE-ID": "x", "ID": "b", "URI-REPLACEMENT": {"HOST": "b"}}]}"#)
        },
        row("session-data.chapters") {
            name(
                &$0, data + "\"com.apple.hls.chapters\"",
                #"[{"start-time": 0, "titles": [{"language": "en", "title": "One"}]}]"#)
        } severe: {
            name(
                &$0, data + "\"com.apple.hls.chapters\"",
                #"[{"start": 0, "titles": [{"language": "en", "title": "One"}]}]"#)
        },
        row("steering.manifest") {
            name(&$0, steering, #"{"VERSION": 1, "PATHWAY-PRIORITY": ["."]}"#)
        } severe: {
            name(&$0, steering, #"{"VERSION": 1, "PATHWAY-PRIORITY": [".", "."]}"#)
        },
        row("steering.manifest") {
            name(
                &$0, steering,
                #"{"VERSION": 1, "TTL": 300, "PATHWAY-PRIORITY": ["."], "PATHWAY-CLONES":"#
                    + #" [{"BASE-ID": ".", "ID": "b", "URI-REPLACEMENT": {"HOST": "b"}}]}"#)
        } severe: {
            name(
                &$0, steering,
                #"{"VERSION": 1, "TTL": 300, "PATHWAY-PRIORITY": ["."], "PATHWAY-CLONES":"#
                    + #" [{"ID": "b", "URI-REPLACEMENT": {"HOST": "b"}}]}"#)
        },
        row("ad.asset-list") {
            assets(&$0, #"{"ASSETS": [{"URI": "ad.m3u8", "DURATION": 12.0}]}"#)
        } severe: {
            assets(&$0, #"{"ASSETS": [{"URI": "ad.m3u8"}]}"#)
        },
        row("ad.asset-list") {
            assets(&$0, #"{"ASSETS": [{"URI": "ad.m3u8", "DURATION": 0}]}"#)
        } severe: {
            assets(&$0, #"{"ASSETS": [{"URI": "", "DURATION": 12.0}]}"#)
        },
        row("ad.asset-list") {
            assets(&$0, #"{"ASSETS": [{"URI": "ad.m3u8", "DURATION": 1e1}]}"#)
        } severe: {
            assets(&$0, #"{"ASSETS": [{"URI": "ad.m3u8", "DURATION": "12.0"}]}"#)
        },
        // The severe case is an asset list that cannot be loaded, so an advertisement is missing.
        row("ad.asset-list") {
            assets(&$0, #"{"ASSETS": []}"#)
        } severe: { media in
            assets(&media, "")
            media.sideFile = nil
        },
    ]
}
