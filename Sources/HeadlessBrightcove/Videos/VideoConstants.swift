import HeadlessPlayback
import Sessions

// The constants of videos and their sources.

/// The property: the account of the video.
public let kBCOVVideoPropertyKeyAccountId = Video.PropertyKey.account
/// The property: the short description.
public let kBCOVVideoPropertyKeyDescription = Video.PropertyKey.description
/// The property: the duration in milliseconds.
public let kBCOVVideoPropertyKeyDuration = Video.PropertyKey.duration
/// The property: the business model.
public let kBCOVVideoPropertyKeyEconomics = Video.PropertyKey.economics
/// The property: the identifier of the video.
public let kBCOVVideoPropertyKeyId = Video.PropertyKey.id
/// The property: the long description.
public let kBCOVVideoPropertyKeyLongDescription = Video.PropertyKey.longDescription
/// The property: the name.
public let kBCOVVideoPropertyKeyName = Video.PropertyKey.name
/// The property: the location of the poster.
public let kBCOVVideoPropertyKeyPoster = Video.PropertyKey.poster
/// The property: the poster in several sizes, each with its location.
public let kBCOVVideoPropertyKeyPosterSources = Video.PropertyKey.posterSources
/// The property: the projection of a spherical (360-degree) video.
public let kBCOVVideoPropertyKeyProjection = Video.PropertyKey.projection
/// The property: the reference id, which the account assigns to the video.
public let kBCOVVideoPropertyKeyReferenceId = Video.PropertyKey.referenceID
/// The property: the tags.
public let kBCOVVideoPropertyKeyTags = Video.PropertyKey.tags
/// The property: the text tracks.
public let kBCOVVideoPropertyKeyTextTracks = Video.PropertyKey.textTracks
/// The property: the location of the thumbnail.
public let kBCOVVideoPropertyKeyThumbnail = Video.PropertyKey.thumbnail
/// The property: the thumbnail in several sizes, each with its location.
public let kBCOVVideoPropertyKeyThumbnailSources = Video.PropertyKey.thumbnailSources
/// The property: the names and descriptions in further languages.
public let kBCOVVideoPropertyKeyVariants = Video.PropertyKey.variants
/// The property: the number of seconds for which the HLS playlist's location is valid.
public let kBCOVVideoPropertyKeyManifestURLTTL = Video.PropertyKey.manifestTTL
/// The delivery method of a playlist.
public let kBCOVSourceDeliveryHLS = "HLS"
/// The delivery method of an MP4 file.
public let kBCOVSourceDeliveryMP4 = "MP4"
/// The delivery method of MPEG-DASH, which this package does not play.
public let kBCOVSourceDeliveryDASH = "DASH"
/// The delivery method of an HLS playlist from the service Once.
public let kBCOVSourceDeliveryOnce = "Once"
/// The delivery method of an HLS playlist into which a server inserts ads.
public let kBCOVSourceDeliveryBoltSSAI = "BoltSSAI"
/// The scheme of locations without encryption.
public let kBCOVSourceURLSchemeHTTP = "http"
/// The scheme of locations with encryption.
public let kBCOVSourceURLSchemeHTTPS = "https"
/// The property of a source: its key systems.
public let kBCOVSourcePropertyKeySystems = "key_systems"
