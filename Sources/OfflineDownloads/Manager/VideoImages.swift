import Formats
import Playlists
import Sessions
import Transport
import VirtualTime

/// Loads the posters and thumbnails of videos over connections that the downloads may use.
final class VideoImages {
    /// The images of a download that are not loaded yet.
    private struct Pending {
        /// The names and locations of the images; a location is `nil` when the video has none.
        var wanted: [(name: String, url: String?)]
        /// The requests in progress, by name.
        var errands: [String: FetchToken] = [:]
    }

    private let engine: DownloadEngine
    /// A closure that receives the token of a download whose images have all arrived or failed.
    private let report: (OfflineVideoToken) -> Void
    private var pending: [OfflineVideoToken: Pending] = [:]

    init(_ engine: DownloadEngine, report: @escaping (OfflineVideoToken) -> Void) {
        self.engine = engine
        self.report = report
    }

    private static let posterName = "poster"
    private static let thumbnailName = "thumbnail"

    /// Loads the images of a video, unless its download already has images.
    func fetch(of video: Video, for token: OfflineVideoToken) {
        guard let record = try? engine.record(of: token), record.posterName == nil,
            record.thumbnailName == nil
        else { return }
        pending[token] = Pending(wanted: [
            (Self.posterName, video.properties[Video.PropertyKey.poster]?.string),
            (Self.thumbnailName, video.properties[Video.PropertyKey.thumbnail]?.string),
        ])
        fetchPending(of: token)
    }

    /// Requests the images that an earlier launch did not load, for downloads that have not ended.
    func fetchMissing() {
        for token in engine.order {
            guard let record = try? engine.record(of: token), !record.request.isPreload else {
                continue
            }
            let pictures = [
                (Self.posterName, Video.PropertyKey.poster, record.posterName),
                (Self.thumbnailName, Video.PropertyKey.thumbnail, record.thumbnailName),
            ]
            let wanted: [(name: String, url: String?)] = pictures.compactMap { name, key, kept in
                guard kept == nil, let url = record.request.video.properties[key]?.string else {
                    return nil
                }
                return (name, url)
            }
            if wanted.isEmpty { continue }
            pending[token] = Pending(wanted: wanted)
            fetchPending(of: token)
        }
    }

    /// Starts requests that are now permitted, and cancels requests that are no longer permitted.
    func followDevice() {
        for token in pending.keys.sorted() { fetchPending(of: token) }
    }

    /// Cancels the image requests of a deleted download.
    func forget(_ token: OfflineVideoToken) { pending[token] = nil }

    /// Cancels all requests.
    func cancelAll() { pending = [:] }

    private func fetchPending(of token: OfflineVideoToken) {
        guard let images = pending[token] else { return }
        guard let record = try? engine.record(of: token) else {
            pending[token] = nil
            return
        }
        guard engine.isNetworkAllowed(for: record) else {
            pending[token]?.errands = [:]
            return
        }
        for (name, url) in images.wanted where images.errands[name] == nil {
            fetch(name, at: url, of: record)
        }
    }

    private func fetch(_ name: String, at url: String?, of record: DownloadRecord) {
        let token = record.token
        // Unless the source of the video is local, the images of the video must not be local files.
        let mayBeLocal = ResourceScheme(of: record.request.sourceURL).isLocal
        guard let url,
            ResourceScheme(of: url).isRemote || mayBeLocal && ResourceScheme(of: url).isLocal
        else {
            return engine.world.loop.atEndOfTurn { [weak self] in self?.end(name, of: token) }
        }
        var request = ResourceRequest(url: url, kind: .other)
        request.maximumByteCount = Int64(DownloadServices.largestPicture)
        let access = record.request.access(in: engine.world)
        let errand = engine.services.fetchSmall(request, .playlist, for: access) {
            [weak self] result in
            if case .success(let found) = result {
                let file = "images/\(name).\(Self.fileEnding(of: url))"
                self?.engine.keepImage(found.bytes, as: file, of: token) { record in
                    if name == Self.posterName {
                        record.posterName = file
                    } else {
                        record.thumbnailName = file
                    }
                }
            }
            self?.end(name, of: token)
        }
        pending[token]?.errands[name] = errand
    }

    /// Records that an image has arrived or failed permanently.
    private func end(_ name: String, of token: OfflineVideoToken) {
        guard var images = pending[token], images.wanted.contains(where: { $0.name == name })
        else { return }
        images.wanted.removeAll { $0.name == name }
        images.errands[name] = nil
        pending[token] = images.wanted.isEmpty ? nil : images
        // Another process may have deleted the download meanwhile.
        if images.wanted.isEmpty, (try? engine.record(of: token)) != nil { report(token) }
    }

    private static func fileEnding(of url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        let known = ["jpg", "jpeg", "png", "gif", "webp", "avif", "heic", "bmp"]
        return known.first { path.hasSuffix(".\($0)") } ?? "jpg"
    }
}
