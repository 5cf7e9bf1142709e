import AssetChecking
import HeadlessPlayback
import OfflineDownloads
import Playlists
import Sessions
import Transport

/// Examines the media files of complete downloads.
enum StoredMedia {
    /// Returns the files of a download that are not media.
    ///
    /// - Parameters:
    ///   - token: The download, which is complete.
    ///   - folder: The store.
    ///   - catalogue: The catalogue of the store.
    /// - Returns: The files, by track; incomplete after an interruption.
    /// - Throws: When the catalogue cannot be read.
    static func findings(
        of token: OfflineVideoToken, in folder: StoreFolder, by catalogue: Catalogue
    ) throws(StoreError) -> [PackageVerification.Finding] {
        guard try folder.hasPackage(token), let package = try folder.package(token) else {
            return []
        }
        let texts = try catalogue.texts(of: token)
        let resources = try catalogue.resources(of: token).map {
            (package.url(of: $0.resource.name), $0)
        }
        let stored = Dictionary(resources) { first, _ in first }
        var findings: [PackageVerification.Finding] = []
        for track in try catalogue.tracks(of: token) {
            guard let text = texts.first(where: { $0.name == track.playlistName })?.text,
                case .media(let playlist)? = try? Playlist(parsing: Array(text.utf8)),
                let check = try? ContainerCheck(
                    playlist, url: package.url(of: track.playlistName),
                    loader: StandardLoader(), cancellation: Interruption.flag)
            else {
                let damage = FileDamage.notMedia("the stored record is not a media playlist")
                findings.append(
                    PackageVerification.Finding(
                        name: track.playlistName, ordinal: nil, damage: damage))
                continue
            }
            for finding in check.findings() {
                guard let file = stored[finding.url],
                    !findings.contains(where: { $0.ordinal == file.ordinal })
                else { continue }
                findings.append(
                    PackageVerification.Finding(
                        name: file.resource.name, ordinal: file.ordinal,
                        damage: .notMedia(finding.reason)))
            }
        }
        return findings
    }
}
