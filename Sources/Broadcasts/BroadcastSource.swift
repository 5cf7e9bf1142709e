package import LiveOrigin
package import Playlists
package import Transport
import VirtualTime

/// The source of a broadcast: the structure of an asset and its multivariant playlist.
package struct BroadcastSource: Equatable, Sendable {
    /// The structure of the source asset, with absolute locations.
    package internal(set) var survey: SourceSurvey
    /// The locations of the playlists relative to the source, one for each track of the survey.
    ///
    /// A location outside the folder of the source is absolute.
    package let locations: [String]
    /// The renditions of the broadcast, one for each track of the survey.
    package internal(set) var renditions: [RenditionListing]
    /// The multivariant playlist of the broadcast, whose URIs lead to the broadcast's playlists.
    package internal(set) var multivariant: MultivariantPlaylist

    /// The name of the only rendition of a source that is a media playlist.
    static let onlyName = "main"

    /// Reads the playlists of an asset.
    ///
    /// - Parameters:
    ///   - url: The location of the asset.
    ///   - loader: The source of bytes.
    /// - Throws: ``BroadcastError`` when a playlist cannot be read, or has an unsupported feature:
    ///   discontinuities, gaps or several initialization sections.
    package init(asset url: String, with loader: any ResourceLoader) throws(BroadcastError) {
        let reader = PlaylistReader(loader: loader)
        let (playlist, location) = try reader.read(url)
        switch playlist {
        case .media(let media):
            var keys: [String] = []
            survey = SourceSurvey(tracks: [try Self.track(of: media, at: location, &keys)])
            survey.keys = keys
            locations = [Self.relative(location, to: location)]
            renditions = [RenditionListing(name: Self.onlyName)]
            var variant = VariantStream(uri: "\(Self.onlyName)/index.m3u8", bandwidth: 1)
            variant.codecs = []
            var list = MultivariantPlaylist()
            list.variants = [variant]
            multivariant = list
        case .multivariant(var list):
            var tracks: [TrackSurvey] = []
            var keys: [String] = []
            var listings: [RenditionListing] = []
            var places: [String] = []
            var names: [String: String] = [:]
            func broadcast(_ uri: String, _ kind: String) throws(BroadcastError) -> String {
                let place = URIReference.resolve(uri, against: location)
                if let name = names[place] { return name }
                let (playlist, found) = try reader.read(place)
                guard case .media(let media) = playlist else {
                    throw BroadcastError(place, "is not a media playlist")
                }
                let name = "\(kind)\(listings.count)"
                tracks.append(try Self.track(of: media, at: found, &keys))
                listings.append(RenditionListing(name: name))
                listings[listings.count - 1].isText = kind == "s"
                places.append(Self.relative(place, to: location))
                names[place] = "\(name)/index.m3u8"
                return "\(name)/index.m3u8"
            }
            for index in list.variants.indices {
                list.variants[index].uri = try broadcast(list.variants[index].uri, "v")
            }
            for index in list.renditions.indices {
                guard let uri = list.renditions[index].uri else { continue }
                let kind = list.renditions[index].kind == .subtitles ? "s" : "a"
                list.renditions[index].uri = try broadcast(uri, kind)
            }
            list.iFrameVariants = []
            list.replaceImagePlaylists { _ in nil }
            guard !tracks.isEmpty else { throw BroadcastError(location, "lists no variant stream") }
            survey = SourceSurvey(tracks: tracks)
            survey.keys = keys
            renditions = listings
            locations = places
            multivariant = list
        }
    }

    private static func relative(_ location: String, to source: String) -> String {
        guard let slash = source.prefix(while: { $0 != "?" && $0 != "#" }).lastIndex(of: "/") else {
            return location
        }
        let folder = source[...slash]
        return location.hasPrefix(folder) ? String(location.dropFirst(folder.count)) : location
    }

    /// Returns the track of a media playlist, and adds the locations of its keys to `keys`.
    private static func track(
        of media: MediaPlaylist, at url: String, _ keys: inout [String]
    ) throws(BroadcastError) -> TrackSurvey {
        let segments = media.segments
        guard let first = segments.first else { throw BroadcastError(url, "lists no segment") }
        let section = first.initializationSection
        for segment in segments {
            let trouble: String? =
                if segment.startsDiscontinuity, segment != first {
                    "has discontinuities"
                } else if segment.isGap {
                    "has gaps"
                } else if segment.initializationSection != section {
                    "has several initialization sections"
                } else {
                    nil
                }
            if let trouble {
                throw BroadcastError(url, "\(trouble), which a broadcast cannot have")
            }
        }
        var surveys: [SegmentSurvey] = []
        for (place, segment) in segments.enumerated() {
            var survey = SegmentSurvey(
                uri: URIReference.resolve(segment.uri, against: url), duration: segment.duration,
                byteRange: segment.byteRange)
            survey.keys = segment.keys.map {
                broadcast($0, of: media.mediaSequence + place, at: url, &keys)
            }
            surveys.append(survey)
        }
        return TrackSurvey(
            segments: surveys,
            initialization: section.map { section in
                InitializationSection(
                    uri: URIReference.resolve(section.uri, against: url),
                    byteRange: section.byteRange,
                    keys: section.keys.map { broadcast($0, of: nil, at: url, &keys) })
            })
    }

    /// Returns a key that does not depend on the position of its segment in a playlist.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - sequence: The media sequence number of its segment, which is the initialization vector
    ///     if the playlist states no initialization vector; `nil` for an initialization section.
    ///   - url: The location of the playlist.
    ///   - keys: Receives the location of the key if it has the key format `identity` and its bytes
    ///     are not part of the URI.
    /// - Returns: The key. A key with the key format `identity` has an absolute location, and an
    ///   explicit initialization vector if `sequence` is not `nil`.
    private static func broadcast(
        _ key: EncryptionKey, of sequence: Int?, at url: String, _ keys: inout [String]
    ) -> EncryptionKey {
        var result = key
        if let sequence, !key.method.isOfSamples || key.keyFormat == EncryptionKey.identityFormat {
            result.initializationVector =
                key.initializationVector
                ?? (0..<16).map {
                    $0 < 8 ? 0 : UInt8(truncatingIfNeeded: sequence >> (8 * (15 - $0)))
                }
        }
        guard let uri = key.uri, key.keyFormat == EncryptionKey.identityFormat,
            !uri.hasPrefix("data:")
        else { return result }
        let location = URIReference.resolve(uri, against: url)
        if !keys.contains(location) { keys.append(location) }
        result.uri = location
        return result
    }
}

/// Reads playlists for a broadcast.
private struct PlaylistReader {
    private static let byteLimit: Int64 = 64 << 20

    let loader: any ResourceLoader

    /// Returns a playlist and its location after redirects.
    func read(_ url: String) throws(BroadcastError) -> (Playlist, String) {
        var request = ResourceRequest(url: url, kind: .mediaPlaylist)
        request.maximumByteCount = Self.byteLimit
        var options = ParsingOptions()
        let place: String
        let bytes: [UInt8]
        do throws(TransportError) {
            let response = try loader.load(request)
            place = response.url
            bytes = try response.body.bytes(limit: Self.byteLimit)
        } catch {
            throw BroadcastError("\(error)", underlying: error)
        }
        options.uri = place
        do throws(PlaylistError) {
            return (try Playlist(parsing: bytes, options: options), place)
        } catch {
            throw BroadcastError(place, "\(error)", underlying: error)
        }
    }
}
