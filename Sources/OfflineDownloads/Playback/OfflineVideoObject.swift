import Formats
package import Sessions
import Transport

/// Creates the `Video` values that represent downloads.
package enum OfflineVideoObject {
    /// Returns the video of a download.
    ///
    /// - Parameters:
    ///   - record: The record of the download.
    ///   - folder: The folder of the store.
    ///   - isIntact: Whether the files of the package have been found intact.
    /// - Returns: The downloaded video. Its source is the package, and its properties contain the
    ///   data of the download.
    package static func make(
        record: DownloadRecord, folder: StoreFolder, isIntact: Bool
    ) -> Video {
        typealias Key = Video.PropertyKey
        let package = path(of: record.token, in: folder)
        var video = record.request.video
        let original = video.sources.first { $0.url == record.request.sourceURL }
        video.sources = [
            Source(
                url: location(of: record.token, in: folder), deliveryMethod: .hls,
                properties: original?.properties ?? [:])
        ]
        // A stored package needs no playback service, which would limit concurrent streams and
        // renew URLs.
        video.provenance = nil
        var properties: [String: PropertyValue] = [
            Key.offlineVideoToken: .string(record.token.rawValue),
            Key.offlineVideoDownloadStartTime: time(record.startTime),
            Key.offlineVideoDownloadEndTime: record.endTime.map(time) ?? .number(0),
            Key.offlineVideoOnlineSourceURL: .string(record.request.sourceURL),
            Key.offlineVideoRelativeFilePath: .string("packages/\(record.token)"),
            Key.offlineVideoFilePath: .string(package),
            Key.offlineVideoMediaType: .string("application/x-mpegURL"),
            Key.offlineVideoIsPlayable: .bool(isIntact && record.isWhole),
        ]
        properties[Key.offlineVideoLicenseRequestTime] = record.licenceRequestTime.map(time)
        properties[Key.offlineVideoLicenseAbsoluteExpirationTime] =
            record.licenceExpiration.map(time)
        properties[Key.offlineVideoInitialPlaybackTime] = record.initialPlaybackTime.map(time)
        if record.usesFairPlay, let terms = record.request.terms {
            properties[Key.offlineVideoLicensePurchase] = .bool(terms.rentalDuration == nil)
            properties[Key.offlineVideoLicenseRentalDuration] = terms.rentalDuration.map(seconds)
            properties[Key.offlineVideoLicensePlayDuration] = terms.playDuration.map(seconds)
        }
        if let name = record.thumbnailName {
            properties[Key.offlineVideoThumbnailName] = .string(name)
            properties[Key.offlineVideoThumbnailFilePath] = .string("\(package)/\(name)")
        }
        if let name = record.posterName {
            properties[Key.offlineVideoPosterName] = .string(name)
            properties[Key.offlineVideoPosterFilePath] = .string("\(package)/\(name)")
        }
        if let languages = record.request.sidebandLanguages {
            properties[Key.offlineVideoUsesSidebandSubtitle] = true
            properties[Key.offlineVideoManagerSubtitleLanguages] = .array(
                languages.map(PropertyValue.string))
        }
        // If the video was itself made from a download, its properties describe that other
        // download.
        video.properties = video.properties.filter { !$0.key.hasPrefix("offlineVideo") }
            .merging(properties) { $1 }
        return video
    }

    /// Returns the path of a download's package.
    static func path(of token: OfflineVideoToken, in folder: StoreFolder) -> String {
        "\(folder.path)/packages/\(token)"
    }

    /// Returns the location of a package's top-level playlist, as a `file:` URL.
    static func location(of token: OfflineVideoToken, in folder: StoreFolder) -> String {
        LocalPath.url("\(path(of: token, in: folder))/\(PackagePlan.topName)")
    }

    private static func seconds(_ duration: Duration) -> PropertyValue {
        .number(Double(duration.inMilliseconds) / 1000)
    }

    /// Returns a time in seconds since the start of 2001, as ``OfflineVideoStatus`` states times.
    private static func time(_ milliseconds: Int64) -> PropertyValue {
        .number(milliseconds.sinceReferenceDate)
    }
}
