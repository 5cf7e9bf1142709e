package import Transport
package import VirtualTime

/// How much a server may send, and how long it may take.
extension RecoveryPolicy {
    /// How many target durations a low-latency server may hold a request for a playlist.
    ///
    /// Reference: rfc8216bis, section 6.2.5.2 (Blocking Playlist Reload).
    private static let heldTargetDurations = 3
    /// How many bytes a second a segment may have of which only the duration is known: 200 Mb/s.
    private static let unplannedBytesPerSecond = 25_000_000.0
    /// The largest segment of which only the duration is known.
    private static let largestUnplannedSegment: Int64 = 64 << 30

    /// How long the transfer of a segment may take.
    ///
    /// - Parameter duration: The duration in its playlist.
    /// - Returns: The bounds.
    package func patience(forSegmentOf duration: MediaTime) -> TransferPatience {
        guard let factor = segmentTimeFactor else { return TransferPatience() }
        // No transfer is waited for longer than ten days.
        let seconds = min(max(duration.seconds, 0), 86_400) * Double(max(0, factor))
        let time = Duration.milliseconds(Int64(min(seconds, 864_000) * 1000))
        return TransferPatience(total: max(shortestSegmentTime, time))
    }

    /// How long the transfer of a playlist may take, and how long it may be silent.
    ///
    /// - Parameter targetDuration: The target duration where the server may hold the request until
    ///   there is something new; `nil` where it may not.
    /// - Returns: The bounds.
    package func patience(forPlaylistHeldFor targetDuration: MediaTime?) -> TransferPatience {
        guard let targetDuration else { return TransferPatience(total: answerTime) }
        let seconds = min(max(targetDuration.seconds, 0), 86_400)
        let held = Duration.milliseconds(Int64(seconds * 1000)) * Self.heldTargetDurations
        return TransferPatience(
            total: answerTime.map { $0 + held }, slowness: held + .seconds(30))
    }

    /// How long the transfer of a key or of another small resource may take.
    package var patienceForAnswers: TransferPatience { TransferPatience(total: answerTime) }

    /// How long the transfer of a single file may be slow; it may take as long as it likes.
    package var patienceForFiles: TransferPatience { TransferPatience(slowness: fileSlowness) }

    /// The number of bytes beyond which a segment is refused.
    ///
    /// - Parameters:
    ///   - planned: How many bytes it has by its playlist; `nil` when that does not tell.
    ///   - duration: The duration in its playlist.
    ///   - bandwidth: The bits a second that its playlist promises; zero when it promises nothing.
    /// - Returns: The number.
    package func byteBound(
        planned: Int64? = nil, duration: MediaTime, bandwidth: Int64 = 0
    ) -> Int64 {
        let seconds = min(max(duration.seconds, 0), 1e9)
        let known: Double? =
            if let planned {
                Double(max(0, planned))
            } else if bandwidth > 0 {
                Double(bandwidth) / 8 * seconds
            } else {
                nil
            }
        guard let known else {
            let bytes = Int64(min(seconds * Self.unplannedBytesPerSecond, 1e18))
            return max(smallestSegmentBound, min(bytes, Self.largestUnplannedSegment))
        }
        let bytes = Int64(min(known * Double(max(1, segmentSizeFactor)), 1e18))
        return max(smallestSegmentBound, bytes)
    }

    /// Bounds the request for a segment that is played or looked into.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - duration: The duration in its playlist.
    package func bound(_ request: inout ResourceRequest, of duration: MediaTime) {
        request.patience = patience(forSegmentOf: duration)
        // What lies on this machine costs neither memory nor time.
        request.maximumByteCount =
            ResourceScheme(of: request.url).isRemote
            ? min(SegmentJob.byteLimit, byteBound(duration: duration)) : SegmentJob.byteLimit
    }
}
