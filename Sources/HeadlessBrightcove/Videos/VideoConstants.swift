import HeadlessPlayback
import Sessions

// The constants of videos, their sources and playlists of videos.

/// The key of a video property: the account of the video.
public let kBCOVVideoPropertyKeyAccountId = Video.PropertyKey.account
/// The key of a video property: the short description.
public let kBCOVVideoPropertyKeyDescription = Video.PropertyKey.description
/// The key of a video property: the duration in milliseconds.
public let kBCOVVideoPropertyKeyDuration = Video.PropertyKey.duration
/// The key of a video property: the business model.
public let kBCOVVideoPropertyKeyEconomics = Video.PropertyKey.economics
/// The key of a video property: the identifier of the video.
public let kBCOVVideoPropertyKeyId = Video.PropertyKey.id
/// The key of a video property: the long description.
public let kBCOVVideoPropertyKeyLongDescription = Video.PropertyKey.longDescription
/// The key of a video property: the name.
public let kBCOVVideoPropertyKeyName = Video.PropertyKey.name
/// The key of a video property: the location of the poster.
public let kBCOVVideoPropertyKeyPoster = Video.PropertyKey.poster
/// The key of a video property: the poster in several sizes, each with its location.
public let kBCOVVideoPropertyKeyPosterSources = Video.PropertyKey.posterSources
/// The key of a video property: the projection of a spherical (360-degree) video.
public let kBCOVVideoPropertyKeyProjection = Video.PropertyKey.projection
/// The key of a video property: the reference id, which the account assigns to the video.
public let kBCOVVideoPropertyKeyReferenceId = Video.PropertyKey.referenceID
/// The key of a video property: the tags.
public let kBCOVVideoPropertyKeyTags = Video.PropertyKey.tags
/// The key of a video property: the text tracks.
public let kBCOVVideoPropertyKeyTextTracks = Video.PropertyKey.textTracks
/// The key of a video property: the location of the thumbnail.
public let kBCOVVideoPropertyKeyThumbnail = Video.PropertyKey.thumbnail
/// The key of a video property: the thumbnail in several sizes, each with its location.
public let kBCOVVideoPropertyKeyThumbnailSources = Video.PropertyKey.thumbnailSources
/// The key of a video property: the names and descriptions in further languages.
public let kBCOVVideoPropertyKeyVariants = Video.PropertyKey.variants
/// The key of a video property: the lifetime in seconds of the HLS playlist's location.
public let kBCOVVideoPropertyKeyManifestURLTTL = Video.PropertyKey.manifestTTL
/// The delivery method of an HLS playlist.
public let kBCOVSourceDeliveryHLS = "HLS"
/// The delivery method of an MP4 file.
public let kBCOVSourceDeliveryMP4 = "MP4"
/// The delivery method of MPEG-DASH, which this package does not play.
public let kBCOVSourceDeliveryDASH = "DASH"
/// The delivery method of an HLS playlist from the service Once.
public let kBCOVSourceDeliveryOnce = "Once"
/// The delivery method of an HLS playlist into which a server inserts ads.
public let kBCOVSourceDeliveryBoltSSAI = "BoltSSAI"
/// The URL scheme of unencrypted connections.
public let kBCOVSourceURLSchemeHTTP = "http"
/// The URL scheme of encrypted connections.
public let kBCOVSourceURLSchemeHTTPS = "https"
/// The key of a source property: the key systems.
public let kBCOVSourcePropertyKeySystems = "key_systems"
/// The key of a key system of a source: FairPlay.
public let kBCOVSourceKeySystemFairPlayV1 = "com.apple.fps.1_0"
/// The key of a property of FairPlay in a source: the location of the key server.
public let kBCOVSourceKeySystemFairPlayKeyRequestURLKey = "key_request_url"
/// The key of a playlist property: the account of the playlist.
public let kBCOVPlaylistPropertiesKeyAccountId = Video.PropertyKey.account
/// The key of a playlist property: the description.
public let kBCOVPlaylistPropertiesKeyDescription = Video.PropertyKey.description
/// The key of a playlist property: the identifier of the playlist.
public let kBCOVPlaylistPropertiesKeyId = Video.PropertyKey.id
/// The key of a playlist property: the name.
public let kBCOVPlaylistPropertiesKeyName = Video.PropertyKey.name
/// The key of a playlist property: the reference id, which the account assigns to the playlist.
public let kBCOVPlaylistPropertiesKeyReferenceId = Video.PropertyKey.referenceID
/// The key of a playlist property: the type of the playlist.
public let kBCOVPlaylistPropertiesKeyType = "type"
