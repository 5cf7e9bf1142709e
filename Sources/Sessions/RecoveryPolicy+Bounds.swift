package import Transport
package import VirtualTime

/// Limits on the size and the time of responses.
extension RecoveryPolicy {
    /// The number of target durations for which a low-latency server may hold a playlist request.
    ///
    /// Reference: rfc8216bis, section 6.2.5.2 (Blocking Playlist Reload).
    private static let heldTargetDurations = 3
    /// The size limit in bytes per second of media if the bandwidth is unknown: 200 Mb/s.
    private static let unplannedBytesPerSecond = 25_000_000.0
    /// The largest size limit of a segment whose bandwidth is unknown, in bytes.
    private static let largestUnplannedSegment: Int64 = 64 << 30

    /// Returns the time limits of a segment's transfer.
    ///
    /// - Parameter duration: The duration that the playlist states for the segment.
    /// - Returns: The limits, which depend on the duration.
    package func patience(forSegmentOf duration: MediaTime) -> TransferPatience {
        guard let factor = segmentTimeFactor else { return TransferPatience() }
        // A segment's duration is limited to one day here, and the time limit that results from it
        // is limited to ten days.
        let seconds = min(max(duration.seconds, 0), 86_400) * Double(max(0, factor))
        let time = Duration.milliseconds(Int64(min(seconds, 864_000) * 1000))
        return TransferPatience(total: max(shortestSegmentTime, time))
    }

    /// Returns the time limits of a playlist's transfer.
    ///
    /// The total time is limited. If the server may hold the request, this limit grows by three
    /// target durations, and a second limit applies to the time for which the transfer is slow or
    /// waits.
    ///
    /// - Parameter targetDuration: The target duration if the server may hold the request until the
    ///   playlist changes; `nil` if it may not.
    /// - Returns: The limits, which include the time for which the server may hold the request.
    package func patience(forPlaylistHeldFor targetDuration: MediaTime?) -> TransferPatience {
        guard let targetDuration else { return TransferPatience(total: answerTime) }
        let seconds = min(max(targetDuration.seconds, 0), 86_400)
        let held = Duration.milliseconds(Int64(seconds * 1000)) * Self.heldTargetDurations
        return TransferPatience(
            total: answerTime.map { $0 + held }, slowness: held + .seconds(30))
    }

    /// The time limits for the transfer of a key or of another small resource.
    package var patienceForAnswers: TransferPatience { TransferPatience(total: answerTime) }

    /// The time limits of the transfer of a single file.
    ///
    /// Only the time for which the transfer is slow is limited, not the total time.
    package var patienceForFiles: TransferPatience { TransferPatience(slowness: fileSlowness) }

    /// Returns the size limit of a segment in bytes.
    ///
    /// - Parameters:
    ///   - planned: The size of the segment according to its playlist; `nil` if the size is
    ///     unknown.
    ///   - duration: The duration that the playlist states for the segment.
    ///   - bandwidth: The bandwidth that the playlist states, in bits per second; zero if none is
    ///     stated.
    /// - Returns: The largest number of bytes to accept for the segment.
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

    /// Sets the limits of the request for a segment that is played or inspected.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - duration: The duration that the playlist states for the segment.
    package func bound(_ request: inout ResourceRequest, of duration: MediaTime) {
        request.patience = patience(forSegmentOf: duration)
        // Local resources use neither memory nor network time, so the size limit that results from
        // the duration applies only to remote resources.
        request.maximumByteCount =
            ResourceScheme(of: request.url).isRemote
            ? min(SegmentJob.byteLimit, byteBound(duration: duration)) : SegmentJob.byteLimit
    }
}
