import Formats
import Linting
import Playlists
import VirtualTime

/// The differences between two assets, or between two deploys of an asset.
///
/// The comparison covers the declarations of playlists and the measured sizes, durations and codecs
/// of segments. It does not cover the bytes of segments.
package struct AssetComparison: Sendable {
    /// A property that has different values in the two assets.
    package struct Difference: Equatable, Sendable {
        /// The subject, such as a variant or a rendition.
        package let subject: String
        /// The property that differs.
        package let property: String
        /// The value in the first asset; `nil` if it has none.
        package let first: String?
        /// The value in the second asset; `nil` if it has none.
        package let second: String?
    }

    /// The differences, in the order of the playlists.
    package private(set) var differences: [Difference] = []
    /// Descriptions of the parts of the two assets that were not compared.
    package private(set) var omissions: [String] = []
    /// Whether a readable part was not compared, although the caller did not exclude it.
    package private(set) var isIncomplete = false

    /// The maximum number of differences that are listed.
    private static let most = 10_000

    /// Compares two inspected assets.
    ///
    /// - Parameters:
    ///   - first: The first asset, such as the current deploy.
    ///   - second: The second asset.
    package init(_ first: InspectedAsset, _ second: InspectedAsset) {
        for (letter, asset) in [("A", first), ("B", second)] {
            for omission in asset.coverage.omissions where !omission.isOfSideFile {
                if !omission.isWanted, !omission.isOfOtherText { isIncomplete = true }
                omissions.append(
                    "\(letter): \(SafeText.url(omission.file)): \(SafeText.line(omission.reason))")
            }
        }
        guard let one = first.asset, let other = second.asset else {
            for (letter, asset) in [("A", first), ("B", second)] where asset.asset == nil {
                let reason = asset.breaches.first?.problem ?? "the run was interrupted"
                isIncomplete = true
                omissions.append("\(letter): \(reason)")
            }
            return
        }
        let streams = (
            Self.streams(of: one, first.streams), Self.streams(of: other, second.streams)
        )
        compare("asset", Self.properties(of: one), Self.properties(of: other))
        let names = streams.0.map(\.name) + streams.1.map(\.name)
        var known: Set<String> = []
        for name in names where known.insert(name).inserted {
            let pair = (
                streams.0.first { $0.name == name }, streams.1.first { $0.name == name }
            )
            switch pair {
            case (let a?, let b?):
                compare(name, a.properties, b.properties)
                compareOrder(name, "order of segments", a.segments, b.segments)
            case (_?, nil): add(name, "listed", "yes", nil)
            case (nil, _?): add(name, "listed", nil, "yes")
            case (nil, nil): break
            }
        }
        for kind in StreamKind.allCases {
            func names(_ streams: [Named]) -> [String] {
                streams.filter { $0.kind == kind }.map(\.name)
            }
            compareOrder(
                "asset", "order of \(kind.rawValue)", names(streams.0), names(streams.1))
        }
        compareRules(first, second)
    }

    // MARK: Properties

    typealias Property = (name: String, value: String)

    /// The kind of a playlist that is compared.
    private enum StreamKind: String, CaseIterable {
        case variant = "variants"
        case rendition = "renditions"
        case iFrames = "I-frame playlists"
        case media = "media playlists"
    }

    /// A stream that a playlist lists, with its properties.
    private struct Named {
        let kind: StreamKind
        /// The name, which does not depend on the order of the streams.
        let name: String
        let properties: [Property]
        /// The names of the segments' files, in order.
        let segments: [String]
    }

    private mutating func add(
        _ subject: String, _ property: String, _ first: String?, _ second: String?
    ) {
        guard differences.count < Self.most else { return }
        differences.append(
            Difference(
                subject: subject, property: property, first: first.map(Self.shown),
                second: second.map(Self.shown)))
    }

    private static func shown(_ value: String) -> String {
        SafeText.quoted(SafeText.cleaned(value), limit: 400)
    }

    /// Compares the order of two lists that contain the same names.
    ///
    /// Lists with different names are not compared, because each missing name is reported as a
    /// separate difference.
    private mutating func compareOrder(
        _ subject: String, _ property: String, _ one: [String], _ other: [String]
    ) {
        guard one != other, one.sorted() == other.sorted() else { return }
        add(subject, property, Self.list(one), Self.list(other))
    }

    private mutating func compare(_ subject: String, _ one: [Property], _ other: [Property]) {
        let values = (Self.valuesByName(one), Self.valuesByName(other))
        var known: Set<String> = []
        for (name, _) in one + other where known.insert(name).inserted {
            guard values.0[name] != values.1[name] else { continue }
            add(subject, name, values.0[name], values.1[name])
        }
    }

    /// Returns the values of properties by name; several values of one name are joined.
    ///
    /// Playlists may repeat a declaration, such as `EXT-X-SESSION-KEY` with one key format. The
    /// order of the repetitions has no meaning, so their values are sorted.
    private static func valuesByName(_ properties: [Property]) -> [String: String] {
        Dictionary(grouping: properties) { $0.name }.mapValues { repeated in
            repeated.count == 1 ? repeated[0].value : list(repeated.map { $0.value }.sorted())
        }
    }

    private static func properties(of asset: LintedAsset) -> [Property] {
        guard let playlist = asset.main.multivariant else { return [("kind", "media playlist")] }
        return declared(playlist) + [
            ("kind", "multivariant playlist"), ("variants", "\(playlist.variants.count)"),
            ("renditions", "\(playlist.renditions.count)"),
            ("I-frame playlists", "\(playlist.iFrameVariants.count)"),
            ("EXT-X-VERSION", "\(playlist.version)"),
            ("EXT-X-INDEPENDENT-SEGMENTS", playlist.hasIndependentSegments ? "yes" : "no"),
        ]
    }

    // MARK: Streams

    /// Returns the streams, each with its properties and a name.
    ///
    /// The names do not depend on the order of the streams.
    private static func streams(
        of asset: LintedAsset, _ measured: [MeasuredStream]?
    ) -> [Named] {
        let byURL = Dictionary((measured ?? []).map { ($0.url, $0) }) { first, _ in first }
        let byPlace = Dictionary(([asset.main] + asset.playlists).map { ($0.listed, $0) }) {
            first, _ in first
        }
        var streams: [Named] = []
        var counts: [String: Int] = [:]
        func add(_ kind: StreamKind, _ name: String, _ declared: [Property], _ uri: String?) {
            let count = counts[name, default: 0] + 1
            counts[name] = count
            var properties = declared
            var segments: [String] = []
            if let uri {
                let place = URIReference.resolve(uri, against: asset.main.url)
                if let playlist = byPlace[place] {
                    properties += Self.properties(of: playlist, byURL[playlist.url])
                    segments = Self.fileNames(of: playlist)
                } else {
                    properties.append(("playlist", "cannot be loaded"))
                }
            }
            streams.append(
                Named(
                    kind: kind, name: count > 1 ? "\(name) (\(count))" : name,
                    properties: properties, segments: segments))
        }
        guard let multivariant = asset.main.multivariant else {
            return [
                Named(
                    kind: .media, name: "media",
                    properties: properties(of: asset.main, byURL[asset.main.url]),
                    segments: fileNames(of: asset.main))
            ]
        }
        for variant in multivariant.variants {
            let size = variant.resolution.map { " \($0.width)x\($0.height)" } ?? ""
            let group = variant.audioGroup.map { " AUDIO=\(SafeText.quoted($0))" } ?? ""
            add(.variant, "variant\(size)\(group)", declared(variant), variant.uri)
        }
        for rendition in multivariant.renditions {
            let words = [rendition.kind.rawValue, rendition.groupID, rendition.name]
            add(
                .rendition, "rendition \(words.map { SafeText.quoted($0) }.joined(separator: " "))",
                declared(rendition), rendition.uri)
        }
        for variant in multivariant.iFrameVariants {
            let size = variant.resolution.map { " \($0.width)x\($0.height)" } ?? ""
            add(.iFrames, "I-frames\(size)", declared(variant), variant.uri)
        }
        return streams
    }

    // MARK: Media playlists

    private static func properties(
        of playlist: LintedPlaylist, _ stream: MeasuredStream?
    ) -> [Property] {
        guard let media = playlist.media else { return [("playlist", "cannot be parsed")] }
        var properties: [Property] =
            [
                ("segments", "\(media.segments.count)"), ("duration", "\(media.duration) s"),
                ("target duration", media.targetDuration.map { "\($0) s" } ?? "none"),
                ("type", media.playlistType?.rawValue ?? "none"),
                ("EXT-X-ENDLIST", media.hasEndList ? "yes" : "no"),
                ("segment durations", digest(media.segments.map { "\($0.duration)" })),
                ("discontinuities", places(media) { $0.startsDiscontinuity }),
                ("gaps", places(media) { $0.isGap }),
                ("keys", keys(of: media)),
                ("cue tags", cueTags(of: media) { $0 != .outContinued }),
                ("EXT-X-CUE-OUT-CONT", cueTags(of: media) { $0 == .outContinued }),
                ("date ranges", ranges(of: media)),
            ] + declared(media)
        guard let stream, stream.omission == nil, !stream.segments.isEmpty else {
            return properties
        }
        let read = stream.segments.filter { !$0.isLost }
        let rate = PeakRate(
            read.map { (media.segments[$0.index].duration, $0.byteCount) },
            target: media.targetDuration ?? .seconds(6))
        properties += [
            ("segments read", "\(read.count)"),
            ("measured peak", "\(Int(rate.peak.rounded())) b/s"),
            ("measured average", "\(Int(rate.average.rounded())) b/s"),
            ("segment sizes", digest(read.map { "\($0.byteCount)" })),
        ]
        var kinds: [String] = []
        var length = MediaTime.zero
        for track in read.flatMap(\.tracks) {
            let size = track.width.map { " \($0)x\(track.height ?? 0)" } ?? ""
            let text = "\(track.kind.rawValue) \(track.codec ?? "unknown")\(size)"
            if !kinds.contains(text) { kinds.append(text) }
        }
        for segment in read {
            length += (segment.track(.video) ?? segment.track(.audio))?.duration ?? .zero
        }
        properties.append(("tracks", kinds.joined(separator: ", ")))
        properties.append(("measured duration", "\(length) s"))
        properties.append(("cues", "\(read.reduce(0) { $0 + $1.cues.count })"))
        properties.append(("markers in the media", markers(in: read, of: media)))
        return properties
    }

    /// Returns the length and a checksum of a list as text, so that long lists can be compared.
    ///
    /// - Parameter values: The list, which may be long.
    /// - Returns: The text.
    static func digest(_ values: [String]) -> String {
        var hash = FNVHash()
        for value in values { hash.add(value, end: 0x0A) }
        return "\(values.count) values with checksum \(String(hash.value, radix: 16))"
    }

    /// Returns the last path component of each segment's location, without the query.
    private static func fileNames(of playlist: LintedPlaylist) -> [String] {
        (playlist.media?.segments ?? []).map { segment in
            let path = segment.uri.prefix { $0 != "?" && $0 != "#" }
            return path.split(separator: "/").last.map(String.init) ?? ""
        }
    }

    private static func places(
        _ media: MediaPlaylist, where isMarked: (MediaSegment) -> Bool
    ) -> String {
        var place = MediaTime.zero
        var places: [String] = []
        for segment in media.segments {
            if isMarked(segment) { places.append("\(place) s") }
            place += segment.duration
        }
        return list(places)
    }

    private static func keys(of media: MediaPlaylist) -> String {
        var texts: [String] = []
        for key in media.segments.lazy.flatMap(\.keys) {
            let text = "\(key.method.rawValue) \(key.keyFormat)"
            if texts.last != text, !texts.contains(text) { texts.append(text) }
        }
        return list(texts)
    }

    /// Returns the cue tags of some kinds with their positions.
    private static func cueTags(
        of media: MediaPlaylist, where isWanted: (CueMarker.Kind) -> Bool
    ) -> String {
        var place = MediaTime.zero
        var texts: [String] = []
        func add(_ tags: [CueMarker]) {
            for tag in tags where isWanted(tag.kind) {
                var value = tag.value.map { ":\($0)" } ?? ""
                if value.utf8.count > 40 {
                    value = " with checksum \(String(FNVHash(value).value, radix: 16))"
                }
                texts.append("\(tag.kind.rawValue)\(value) at \(place) s")
            }
        }
        for segment in media.segments {
            add(segment.cueMarkers)
            place += segment.duration
        }
        add(media.tail?.cueMarkers ?? [])
        return list(texts)
    }

    /// Returns the markers in the media with their positions; a repeated message counts once.
    private static func markers(in segments: [MeasuredSegment], of media: MediaPlaylist) -> String {
        var starts: [MediaTime] = [.zero]
        for segment in media.segments { starts.append(starts[starts.count - 1] + segment.duration) }
        var known: Set<String> = []
        let texts = segments.flatMap { segment in
            segment.markers.map { marker in
                let place = starts[segment.index] + marker.time
                return (place, "\(marker.kind) at \(place) s: \(marker.text)")
            }
        }.filter { known.insert($0.1).inserted }
        let order = texts.indices.sorted { (texts[$0].0, $0) < (texts[$1].0, $1) }
        return list(order.map { texts[$0].1 })
    }

    private static func ranges(of media: MediaPlaylist) -> String {
        list(
            media.dateRanges.map { range in
                let length = (range.duration ?? range.plannedDuration).map { " \($0) s" } ?? ""
                return "\(SafeText.quoted(range.id))\(length)"
            })
    }

    static func list(_ texts: [String]) -> String {
        guard !texts.isEmpty else { return "none" }
        let few = texts.prefix(12).joined(separator: ", ")
        return texts.count > 12 ? "\(few) and more: \(digest(texts))" : few
    }

    // MARK: Rules

    private mutating func compareRules(_ first: InspectedAsset, _ second: InspectedAsset) {
        func counts(_ asset: InspectedAsset) -> [LintRule: Int] {
            asset.breaches.reduce(into: [:]) { $0[$1.rule, default: 0] += 1 + $1.more }
        }
        let (one, other) = (counts(first), counts(second))
        for rule in LintRule.asset where one[rule] != other[rule] {
            add(
                "rule \(rule.code)", "findings", one[rule].map { "\($0)" },
                other[rule].map { "\($0)" })
        }
    }
}
