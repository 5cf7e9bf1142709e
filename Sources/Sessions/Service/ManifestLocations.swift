import Formats
package import Playlists

/// The current location of each playlist of a source.
///
/// The session identifies each playlist by its original location, and uses this location to look up
/// the current one.
package struct ManifestLocations: Equatable, Sendable {
    private let source: String
    private var renewedSource: String
    private var renewed: [String: String] = [:]

    /// Creates the initial locations of a source, none of which has been renewed.
    ///
    /// - Parameter source: The location of the source.
    package init(source: String) {
        self.source = source
        renewedSource = source
    }

    /// Returns the location at which a playlist is requested now.
    ///
    /// - Parameter url: The absolute location by which the session identifies the playlist.
    /// - Returns: The renewed location, or `url` if the location was not renewed.
    package func current(_ url: String) -> String {
        url == source ? renewedSource : renewed[url] ?? url
    }

    /// Records a new location of the source.
    package mutating func renew(source url: String) { renewedSource = url }

    /// Forgets the renewed locations of the media playlists.
    ///
    /// The renewed location of the source is kept, because the source is loaded again from there.
    package mutating func reload() { renewed = [:] }

    /// Records the locations of the media playlists that a renewed multivariant playlist lists.
    ///
    /// A playlist without a counterpart in the renewed playlist keeps its expired location, which
    /// the server refuses. Another stream is never played in its place.
    ///
    /// - Parameters:
    ///   - old: The multivariant playlist of the session.
    ///   - oldURL: The location of that playlist.
    ///   - new: The renewed playlist.
    ///   - newURL: The location of the renewed playlist, after redirects.
    package mutating func follow(
        _ old: MultivariantPlaylist, at oldURL: String, to new: MultivariantPlaylist,
        at newURL: String
    ) {
        renewed = [:]
        func follow(_ uri: String, _ newURI: String?) {
            guard let newURI else { return }
            renewed[URIReference.resolve(uri, against: oldURL)] =
                URIReference.resolve(newURI, against: newURL)
        }
        let counterparts = Self.byTraits(new.variants)
        let counts = Self.byTraits(old.variants).mapValues(\.count)
        var ranks: [Traits: Int] = [:]
        for variant in old.variants {
            let traits = Traits(variant)
            let rank = ranks[traits, default: 0]
            ranks[traits] = rank + 1
            // Variant streams with the same traits are matched in order, but only if the renewed
            // playlist lists as many of them as before.
            guard let others = counterparts[traits], others.count == counts[traits] else {
                continue
            }
            follow(variant.uri, others[rank].uri)
        }
        for rendition in old.renditions {
            guard let uri = rendition.uri else { continue }
            let counterpart = new.renditions.first {
                $0.kind == rendition.kind && $0.groupID == rendition.groupID
                    && $0.name == rendition.name && $0.language == rendition.language
            }
            follow(uri, counterpart?.uri)
        }
    }

    /// The traits that identify a variant stream independently of its location.
    private struct Traits: Hashable {
        let bandwidth: Int
        let codecs: [String]
        let resolution: String
        let groups: [String?]

        init(_ variant: VariantStream) {
            bandwidth = variant.bandwidth
            codecs = variant.codecs
            resolution = variant.resolution.map { "\($0)" } ?? ""
            groups = [variant.audioGroup, variant.subtitlesGroup]
        }
    }

    private static func byTraits(_ variants: [VariantStream]) -> [Traits: [VariantStream]] {
        Dictionary(grouping: variants) { Traits($0) }
    }
}

extension Source {
    /// Returns the source in a renewed video that replaces this source; `nil` if there is none.
    ///
    /// The returned source has the same delivery method and the same key systems as this source. If
    /// several sources match, one with the same scheme and properties takes precedence.
    package func counterpart(in video: Video) -> Source? {
        let alike = video.sources.filter {
            $0.deliveryMethod == deliveryMethod && $0.keySystemNames == keySystemNames
        }
        return alike.first { $0.scheme == scheme && $0.otherProperties == otherProperties }
            ?? alike.first { $0.scheme == scheme } ?? alike.first
    }

    private var keySystemNames: Set<String> {
        Set((properties["key_systems"]?.object ?? [:]).keys)
    }

    /// The compared properties, without the locations of key servers, which may contain tokens.
    private var otherProperties: [String: PropertyValue] {
        properties.filter { $0.key != "key_systems" }
    }
}
