import Formats
import Playlists
import Sessions
import Transport
import VirtualTime

/// The images of a download that have not arrived.
struct PendingImages {
    /// Their names and locations; `nil` where the video names none.
    var wanted: [(name: String, url: String?)]
    /// The requests in progress, by name.
    var errands: [String: FetchToken] = [:]
}

/// Loads the poster and thumbnail of videos, over connections permitted for their downloads.
extension OfflineVideoManager {
    private static let posterName = "poster"
    private static let thumbnailName = "thumbnail"

    func fetchImages(of video: Video, for token: OfflineVideoToken) {
        guard let record = record(of: token), record.posterName == nil,
            record.thumbnailName == nil
        else { return }
        pendingImages[token] = PendingImages(wanted: [
            (Self.posterName, video.properties[Video.PropertyKey.poster]?.string),
            (Self.thumbnailName, video.properties[Video.PropertyKey.thumbnail]?.string),
        ])
        fetchPendingImages(of: token)
    }

    /// Retries images that an earlier launch did not load, for downloads that have not ended.
    func fetchMissingImages() {
        for token in engine.order {
            guard let record = record(of: token), !record.request.isPreload else { continue }
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
            pendingImages[token] = PendingImages(wanted: wanted)
            fetchPendingImages(of: token)
        }
    }

    /// Starts requests that have become permitted, and cancels those that no longer are.
    func followDeviceWithImages() {
        for token in pendingImages.keys.sorted() { fetchPendingImages(of: token) }
    }

    private func fetchPendingImages(of token: OfflineVideoToken) {
        guard let pending = pendingImages[token] else { return }
        guard let record = record(of: token) else {
            pendingImages[token] = nil
            return
        }
        guard engine.isNetworkAllowed(for: record) else {
            pendingImages[token]?.errands = [:]
            return
        }
        for (name, url) in pending.wanted where pending.errands[name] == nil {
            fetchImage(name, at: url, of: record)
        }
    }

    private func fetchImage(_ name: String, at url: String?, of record: DownloadRecord) {
        let token = record.token
        // Remote catalogue entries must not refer to local files.
        let mayBeLocal = ResourceScheme(of: record.request.sourceURL).isLocal
        guard let url,
            ResourceScheme(of: url).isRemote || mayBeLocal && ResourceScheme(of: url).isLocal
        else {
            return loop.atEndOfTurn { [weak self] in self?.imageEnded(name, of: token) }
        }
        var request = ResourceRequest(url: url, kind: .other)
        request.maximumByteCount = Int64(DownloadServices.largestPicture)
        let errand = engine.services.fetchSmall(request, .playlist) { [weak self] result in
            if case .success(let found) = result {
                let file = "images/\(name).\(Self.imageEnding(of: url))"
                self?.engine.keepImage(found.bytes, as: file, of: token) { record in
                    if name == Self.posterName {
                        record.posterName = file
                    } else {
                        record.thumbnailName = file
                    }
                }
            }
            self?.imageEnded(name, of: token)
        }
        pendingImages[token]?.errands[name] = errand
    }

    /// Records that an image has arrived or failed permanently.
    private func imageEnded(_ name: String, of token: OfflineVideoToken) {
        guard var pending = pendingImages[token],
            pending.wanted.contains(where: { $0.name == name })
        else { return }
        pending.wanted.removeAll { $0.name == name }
        pending.errands[name] = nil
        pendingImages[token] = pending.wanted.isEmpty ? nil : pending
        // Another process may have deleted the download meanwhile.
        if pending.wanted.isEmpty, record(of: token) != nil { post(.images(token)) }
    }

    private static func imageEnding(of url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        let known = ["jpg", "jpeg", "png", "gif", "webp", "avif", "heic", "bmp"]
        return known.first { path.hasSuffix(".\($0)") } ?? "jpg"
    }
}
