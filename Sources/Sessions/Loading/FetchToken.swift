import Transport
package import VirtualTime

/// A part of a response body whose arrival is reported once.
package struct FetchMilestone {
    /// The number of bytes of the part.
    let byteCount: Int64
    /// A closure that is called when all bytes of the part have arrived.
    let reached: () -> Void
}

/// The token that keeps a request alive; releasing it cancels the request.
///
/// The request is then also cancelled on its worker thread.
package final class FetchToken: Hold {
    var hold: EventToken?
    /// The scheduled event that checks whether bytes of the response still arrive.
    var silenceCheck: EventToken?
    var transfer: LinkTransfer?
    var byteCount: Int64 = 0
    /// The part of the body whose arrival is still to be reported; `nil` when there is none.
    var milestone: FetchMilestone?
    /// The size of the part up to the milestone, once this part has arrived; zero until then.
    private var earlierByteCount: Int64 = 0
    /// A closure that is called once, when the request has ended; `nil` afterwards.
    ///
    /// The argument is whether the request ended because this token was released.
    var onEnd: ((Bool) -> Void)?
    var isCounted = false
    /// The index of the current attempt in the request log; `nil` if it has no entry.
    var record: Int?
    let cancellation: CancellationFlag
    /// The number of attempts so far.
    var attempts = 0
    /// Whether the request counts as in progress in the ``RequestLine``.
    ///
    /// If so, the requests that wait in the line may have to wait until this request ends.
    var isInLine = false
    /// Whether the response to the current attempt was already available at the attempt's start.
    var wasKnown = false
    private let onAbandon: (Int?, Bool) -> Void

    init(
        _ cancellation: CancellationFlag, onAbandon: @escaping (Int?, Bool) -> Void
    ) {
        self.cancellation = cancellation
        self.onAbandon = onAbandon
    }

    /// The earlier request whose response this request waits for and then reuses.
    ///
    /// `nil` means that this request does not wait.
    weak var source: FetchToken?

    /// The received and the total number of bytes of a transfer.
    ///
    /// The value is `nil` before the first byte, and if nothing crosses the simulated network.
    var arrival: (received: Int64, of: Int64)? {
        if let source { return source.arrival }
        guard let received = receivedByteCount, received > 0, byteCount > 0 else { return nil }
        return (received, byteCount)
    }

    /// The number of bytes received over the simulated network; `nil` if there is no transfer.
    var receivedByteCount: Int64? {
        transfer?.receivedByteCount.map { earlierByteCount + $0 }
    }

    /// Transfers bytes over the simulated network: first the bytes of `milestone`, then the rest.
    func begin(
        _ bytes: Int64, over link: LinkScheduler, isResponse: Bool,
        completion: @escaping () -> Void
    ) {
        byteCount = bytes
        earlierByteCount = 0
        let end = { [weak self] in
            self?.hold = nil
            self?.silenceCheck = nil
            completion()
        }
        guard let milestone, milestone.byteCount < bytes else {
            transfer = link.transfer(byteCount: bytes, isResponse: isResponse, completion: end)
            return
        }
        let first = milestone.byteCount
        transfer = link.transfer(byteCount: first, isResponse: isResponse) { [weak self] in
            guard let self else { return }
            earlierByteCount = first
            transfer = link.transfer(byteCount: bytes - first, isContinued: true, completion: end)
            self.milestone = nil
            milestone.reached()
        }
    }

    func end() { onEnd.take()?(false) }

    deinit {
        cancellation.cancel()
        if isCounted { onAbandon(record, isInLine) }
        onEnd?(true)
    }
}
