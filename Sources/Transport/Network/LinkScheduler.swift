package import VirtualTime

/// Lets transfers take their time on a simulated link, on the loop of a world.
package final class LinkScheduler {
    private let loop: EventLoop
    private var link: SimulatedLink
    private var completions: [SimulatedLink.TransferID: () -> Void] = [:]
    private var next: EventToken?

    /// Creates a link on which nothing is under way.
    ///
    /// - Parameters:
    ///   - loop: The loop of the world.
    ///   - conditions: What the link lets through.
    package init(loop: EventLoop, conditions: NetworkConditions) {
        self.loop = loop
        link = SimulatedLink(conditions: conditions, now: loop.now)
    }

    /// Starts a transfer.
    ///
    /// - Parameters:
    ///   - byteCount: How many bytes are to arrive.
    ///   - completion: What happens when they have; in a turn of its own, also when they take no
    ///     time.
    /// - Returns: The transfer's hold on life: releasing it cancels the transfer.
    package func transfer(
        byteCount: Int64, completion: @escaping () -> Void
    ) -> LinkTransfer {
        let id = link.start(byteCount: byteCount, at: loop.now)
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
        // Of transfers that arrive together each has a turn of its own.
        reschedule()
        completions.removeValue(forKey: arrived.id)?()
    }
}

/// A transfer on a simulated link: releasing it cancels the transfer.
package final class LinkTransfer {
    private let id: SimulatedLink.TransferID
    private let scheduler: LinkScheduler

    fileprivate init(id: SimulatedLink.TransferID, scheduler: LinkScheduler) {
        self.id = id
        self.scheduler = scheduler
    }

    deinit {
        scheduler.cancel(id)
    }

    /// Ends the transfer early, as releasing it would.
    package func cancel() {
        scheduler.cancel(id)
    }

    /// How many bytes have arrived by now; `nil` once the transfer is over.
    package var receivedByteCount: Int64? { scheduler.receivedByteCount(of: id) }
}
