/// What names a download and the offline video that comes of it, across launches of the app.
///
/// It is opaque: only the store that made it knows what belongs to it.
///
/// Source: `Documentation/BrightcoveOffline.md#tokens`.
public typealias OfflineVideoToken = String
