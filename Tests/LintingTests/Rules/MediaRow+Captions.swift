import Linting
import VirtualTime

extension MediaRow {
    private static let variants = ["mid", "high", "low", "tiny", "cell"]

    /// Declares the captions `CC1` in the playlist of the asset.
    private static func declare(_ media: inout MeasuredFixture) {
        media.asset = FixtureAsset.captions
    }

    private static func caption(_ media: inout MeasuredFixture, with service: String) {
        for name in variants { media.change(name, 3) { $0.captions = [service] } }
    }

    static let captions: [MediaRow] = [
        row("variant.captions-none-false") { media in
            declare(&media)
            caption(&media, with: "CC1")
        } severe: {
            $0.change("low", 3) { $0.captions = ["SERVICE1"] }
        },
        // The first service of CEA-708 repeats the first service of CEA-608.
        row("variant.captions-undeclared") { media in
            declare(&media)
            caption(&media, with: "SERVICE1")
        } severe: { media in
            declare(&media)
            media.change("low", 3) { $0.captions = ["CC1", "CC2"] }
        },
        row("variant.captions-undeclared") { media in
            declare(&media)
            caption(&media, with: "CC1")
        } severe: { media in
            media.text("main", "all:,CLOSED-CAPTIONS=NONE", "")
            media.change("low", 7) { $0.captions = ["CC1"] }
        },
        row("variant.captions-absent") { media in
            declare(&media)
            caption(&media, with: "CC1")
        } severe: { media in
            declare(&media)
            caption(&media, with: "CC3")
        },
        // Advertisements may have no caption data, and sparse data shows no gap.
        row("variant.captions-gap") { media in
            declare(&media)
            for index in 0..<8 {
                let counts = [150, 76, 150, 0, 0, 75, 0, 1]
                media.change("low", index) { $0.captionMessageCount = counts[index] }
            }
        } severe: { media in
            declare(&media)
            for index in 0..<8 {
                media.change("low", index) { $0.captionMessageCount = index == 6 ? 0 : 76 }
            }
        },
        // The part of a stream that was not read may contain captions.
        row("variant.captions-absent") { media in
            declare(&media)
            caption(&media, with: "CC1")
            media.change("low", 3) { $0.captions = [] }
            media.streams["low.m3u8"]?.ending = "the media was read to 24 s"
        } severe: { media in
            declare(&media)
            caption(&media, with: "CC1")
            media.change("low", 3) { $0.captions = [] }
        },
        row("video.idr-without-parameter-sets") {
            $0.track("low", 1) { $0.keyframes.removeLast() }
        } severe: {
            $0.track("low", 1) { $0.lacksParameterSets = true }
        },
        row("video.hdr10-metadata") {
            $0.tracks {
                $0.codec = "hvc1.2.4.L93.B0"
                $0.transfer = 16
                $0.lightMetadata = ["mdcv", "clli"]
            }
        } severe: {
            $0.tracks {
                $0.codec = "hvc1.2.4.L93.B0"
                $0.transfer = 16
                $0.lightMetadata = ["mdcv"]
            }
        },
        // HLG has no static metadata.
        row("video.hdr10-metadata") {
            $0.tracks {
                $0.codec = "hvc1.2.4.L93.B0"
                $0.transfer = 18
            }
        } severe: {
            $0.tracks {
                $0.codec = "hev1.2.4.L93.B0"
                $0.transfer = 16
            }
        },
        // FRAME-RATE is the maximum of a variable rate, and not its average.
        row("variant.frame-rate-mismatch") {
            $0.tracks {
                $0.frameRate = 20
                $0.fastestRate = 25.2
            }
        } severe: {
            $0.tracks {
                $0.frameRate = 25
                $0.fastestRate = 50
            }
        },
        // Because times are rounded, a constant frame rate may look slightly higher than it is.
        row("variant.frame-rate-mismatch") {
            $0.tracks { $0.fastestRate = 25.9 }
        } severe: {
            $0.tracks { $0.fastestRate = 27 }
        },
    ]
}
