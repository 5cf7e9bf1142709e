import Foundation
public import HeadlessPlayback
import Sessions
import Transport

/// The configuration of a player, with the interface of JW Player.
///
/// Source: `Documentation/JWPlayer.md#asset-options`.
public final class JWConfig {
    /// The location of the media if ``playlist`` is `nil`; `nil` if no location is set.
    public var file: String?
    /// The sources of the media if ``playlist`` is `nil`; if they are `nil` too, ``file`` is used.
    public var sources: [JWSource]?
    /// The items; `nil` plays a single item, whose media is ``sources`` or ``file``, if one is set.
    public var playlist: [JWPlaylistItem]?
    /// The title for items that have no title of their own.
    public var title: String?
    /// The location of the poster image for items that have no image of their own.
    public var image: String?
    /// Whether playback starts automatically.
    public var autostart = false
    /// The options of all assets, keyed by AVFoundation's constants; `nil` when there are none.
    public var assetOptions: [AnyHashable: Any]?

    /// Creates an empty configuration.
    public init() {}

    /// Creates a configuration that plays the media at one location.
    ///
    /// - Parameter contentUrl: The location.
    public convenience init(contentUrl: String!) {
        self.init()
        file = contentUrl
    }

    /// The items to play; empty if the configuration states no media.
    var items: [JWPlaylistItem] {
        if let playlist { return playlist }
        guard file != nil || sources != nil else { return [] }
        let item = JWPlaylistItem()
        item.file = file
        item.sources = sources
        return [item]
    }
}

/// An item of a playlist, with the interface of JW Player.
public final class JWPlaylistItem {
    /// The location of the media; `nil` when there is none.
    public var file: String?
    /// The sources, of which the default source is played; `nil` uses ``file``.
    public var sources: [JWSource]?
    /// The title; `nil` uses the configuration's title.
    public var title: String?
    /// The description; `nil` when there is none.
    public var desc: String?
    /// The location of the picture; `nil` uses the configuration's picture.
    public var image: String?
    /// The identifier of the media; `nil` when there is none.
    public var mediaId: String?
    /// The options of the item's assets; `nil` when there are none.
    ///
    /// They take precedence over the configuration's options.
    public var assetOptions: [AnyHashable: Any]?

    /// Creates an empty item.
    public init() {}

    /// Creates the video that plays the item.
    ///
    /// If several dictionaries contain the same asset option, the source's value takes precedence
    /// over the item's value, and the item's value over the configuration's value.
    ///
    /// - Parameter config: The configuration of the player.
    /// - Returns: The video, with the sources and the description of the item.
    public func video(in config: JWConfig) -> Video {
        var chosen = (sources ?? []).map(\.source)
        if let first = (sources ?? []).firstIndex(where: \.isDefault) {
            chosen.insert(chosen.remove(at: first), at: 0)
        }
        if chosen.isEmpty, let file { chosen = [JWSource(file: file).source] }
        var video = Video(sources: chosen)
        video.assetOptions = JWAssetOptions(assetOptions).options
            .merged(over: JWAssetOptions(config.assetOptions).options)
        video.name = title ?? config.title
        video.shortDescription = desc
        video.id = mediaId
        if let image = image ?? config.image {
            video.properties[Video.PropertyKey.poster] = .string(image)
        }
        return video
    }
}

/// A source of an item, with the interface of JW Player.
public final class JWSource {
    /// The location of the media; `nil` when there is none.
    public var file: String?
    /// The name of the source for viewers; `nil` when there is none.
    public var label: String?
    /// Whether the source is preferred to the other sources of the item.
    public var isDefault: Bool
    /// The asset's options, which take precedence over the item's options; `nil` if there are none.
    public var assetOptions: [AnyHashable: Any]?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - file: The location of the media.
    ///   - label: The name of the source for viewers.
    ///   - isDefault: Whether the source is preferred to the other sources of the item.
    public init(file: String!, label: String! = nil, isDefault: Bool = false) {
        self.file = file
        self.label = label
        self.isDefault = isDefault
    }

    /// The source as a `Source` of this package.
    var source: Source {
        var source = Source(url: file ?? "")
        source.assetOptions = JWAssetOptions(assetOptions).options
        source.isDVR = isDVR
        return source
    }

    /// Whether the location has a query parameter `DVR`, which is also sent to the server.
    private var isDVR: Bool {
        let query = (file ?? "").prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
        return query.split(separator: "&").contains("DVR")
    }
}
