package import VirtualTime

/// Schedules the transfers of a simulated link on the event loop of a simulated world.
package final class LinkScheduler {
    private let loop: EventLoop
    private var link: SimulatedLink
    private var completions: [SimulatedLink.TransferID: () -> Void] = [:]
    private var next: EventToken?

    /// Creates a link without transfers.
    ///
    /// - Parameters:
    ///   - loop: The loop of the world.
    ///   - conditions: The conditions of the network.
    package init(loop: EventLoop, conditions: NetworkConditions) {
        self.loop = loop
        link = SimulatedLink(conditions: conditions, now: loop.now)
    }

    /// Starts a transfer.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes to transfer.
    ///   - isResponse: Whether the bytes are the body of a response, whose head is transferred too.
    ///   - isContinued: Whether the bytes directly follow the bytes of a transfer that completes
    ///     now. They then have no latency.
    ///   - completion: Called when all bytes have arrived, as a separate event, even if the
    ///     transfer takes no time.
    /// - Returns: The transfer; releasing it cancels the transfer.
    package func transfer(
        byteCount: Int64, isResponse: Bool = false, isContinued: Bool = false,
        completion: @escaping () -> Void
    ) -> LinkTransfer {
        let id = link.start(
            byteCount: byteCount, isResponse: isResponse, isContinued: isContinued, at: loop.now)
        completions[id] = completion
        reschedule()
        return LinkTransfer(id: id, scheduler: self)
    }

    fileprivate func cancel(_ id: SimulatedLink.TransferID) {
        guard completions.removeValue(forKey: id) != nil else { return }
        link.cancel(id, at: loop.now)
        reschedule()
    }

    fileprivate func receivedByteCount(of id: SimulatedLink.TransferID) -> Int64? {
        link.receivedByteCount(of: id, at: loop.now)
    }

    private func reschedule() {
        next = link.nextCompletion.map { completion in
            loop.schedule(at: completion.instant) { [weak self] in self?.deliver() }
        }
    }

    private func deliver() {
        guard let arrived = link.takeCompletion(upTo: loop.now) else { return }
        // Transfers that complete together are delivered as separate events.
        reschedule()
        completions.removeValue(forKey: arrived.id)?()
    }
}

/// A transfer on a simulated link; releasing this object cancels the transfer.
package final class LinkTransfer: Hold {
    private let id: SimulatedLink.TransferID
    private let scheduler: LinkScheduler

    fileprivate init(id: SimulatedLink.TransferID, scheduler: LinkScheduler) {
        self.id = id
        self.scheduler = scheduler
    }

    deinit {
        scheduler.cancel(id)
    }

    /// Cancels the transfer, as releasing this object does.
    package func cancel() {
        scheduler.cancel(id)
    }

    /// The number of bytes received so far; `nil` once the transfer has ended.
    package var receivedByteCount: Int64? { scheduler.receivedByteCount(of: id) }
}
