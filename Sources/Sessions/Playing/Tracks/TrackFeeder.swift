import Containers
import Playlists
import Presentation
import Transport
import VirtualTime

/// The work in progress for one track.
///
/// It consists of the current request, a segment that has arrived and cannot be used yet, and
/// segments that are read ahead.
final class TrackFeeder {
    /// The handle of the current request for media or keys, or of the delay before a request.
    var request: Hold?
    /// The failed attempts since the last segment that was obtained.
    var failures = SegmentFailures()
    /// The transfer of the current segment; `nil` when there is none.
    weak var transfer: FetchToken?
    /// The handle of the current request for an initialization section.
    var sectionRequest: Hold?
    /// The transfer of an initialization section; `nil` when there is none.
    weak var sectionTransfer: FetchToken?
    /// The scheduled event that requests a segment concurrently with its initialization section.
    var beside: EventToken?
    /// A closure to continue with a segment that arrived before its initialization section.
    var afterSection: (() -> Void)?
    /// A segment that has arrived and cannot be placed on the timeline yet.
    var held: Fetched<ReadSegment>?
    /// The initialization section that was fetched last.
    var initialization: (section: InitializationKey, read: ReadSection)?
    /// The decrypted initialization section of the last segment; `nil` when there is none.
    var clearSection: OpenedInitialization?
    let readAhead = ReadAhead()
    /// The requested part that the playlist announces but does not list yet.
    ///
    /// The value is `nil` when there is none.
    private(set) var hint: HintedPart?
    /// The location of the most recent announced part whose request was refused.
    var refusedHint: String?

    /// Whether the feeder is abandoned, so that it does not use a response that still arrives.
    var isAbandoned = false

    /// Whether a segment is being received, and its initialization section is not being requested.
    var isReceivingSegment: Bool {
        request != nil && request === transfer && sectionRequest == nil
    }

    /// Sets the announced part that the track awaits, and abandons the previous one.
    ///
    /// - Returns: The size of the previous part if it had arrived; `nil` otherwise.
    func expect(_ hint: HintedPart?) -> Int64? {
        let former = self.hint
        self.hint = hint
        return former?.arrived?.byteCount
    }

    /// Stores the initialization section of the following segments.
    func take(_ read: ReadSection, of section: InitializationKey) {
        initialization = (section, read)
        readAhead.clear()
    }

    /// Abandons the segment that was requested concurrently with its initialization section.
    func abandonBeside() {
        if beside == nil, request != nil { initialization = nil }
        request = nil
        beside = nil
        afterSection = nil
    }

    /// Abandons all requests in progress.
    ///
    /// - Returns: The sizes of the segments and parts that have arrived and were never placed.
    func release() -> [Int64] {
        if sectionRequest != nil { abandonBeside() }
        request = nil
        sectionRequest = nil
        readAhead.clear()
        refusedHint = nil
        return [expect(nil), held.take()?.byteCount].compactMap { $0 }
    }
}

/// A part that was requested before its playlist lists it.
final class HintedPart {
    /// The absolute location.
    let url: String
    /// The part as the playlist announces it.
    let listed: ListedSegment
    /// The request; releasing it cancels the request.
    var request: Hold?
    /// The part, once it has arrived.
    var arrived: Fetched<ReadSegment>?
    /// A closure that receives the result of the request; `nil` until the playlist lists the part.
    var deliver: ((Result<Fetched<ReadSegment>, SessionError>) -> Void)?

    init(_ listed: ListedSegment, at url: String) {
        self.listed = listed
        self.url = url
    }

    /// Returns whether a listed part is the announced part.
    ///
    /// The keys and the initialization sections of the two parts must also be equal.
    func serves(_ other: ListedSegment, at url: String) -> Bool {
        url == self.url && other.segment.byteRange == nil && other.number == listed.number
            && other.segment.keys == listed.segment.keys
            && other.segment.initializationSection == listed.segment.initializationSection
    }
}
