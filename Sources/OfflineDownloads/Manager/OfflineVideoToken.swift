/// The identifier of a download and of the resulting offline video, across launches of the app.
///
/// It is opaque: only its store can interpret it.
///
/// Source: `Documentation/BrightcoveOffline.md#tokens`.
public typealias OfflineVideoToken = String
