extension VidLoader {
    /// Handles an event of the download engine, at the end of the event-loop turn.
    func hear(_ token: OfflineVideoToken, _ event: DownloadEvent) {
        guard let identifier = identifiers[token] else { return }
        switch event {
        case .planned(let plan):
            guard plan.hasKeys, items[identifier]?.isKeyTold == false else { return }
            items[identifier]?.isKeyTold = true
            switch options.keyNews {
            case .whenServed: items[identifier]?.owesKeyNews = true
            case .whenFetched: announce(.keyLoaded, of: identifier)
            }
        case .report(let report): follow(report, of: identifier)
        // The engine's event `keyLoaded` reports the arrival of a licence. Observers do not receive
        // it: the state `keyLoaded` covers the licences and all other keys.
        case .keyLoaded, .trackProgress, .trackFinished: return
        }
    }

    private func follow(_ report: DownloadReport, of identifier: String) {
        let progress = report.progress
        switch report.stage {
        // This loader requests a licence only together with the media, so it never preloads one.
        case .preloaded: return
        case .preparing: announce(.prefetching, of: identifier)
        case .waiting: announce(.waiting, of: identifier)
        case .running where report.isConnected: run(identifier, progress)
        case .running: loseConnection(identifier, progress)
        case .paused: announce(.paused(progress), of: identifier)
        case .completed: end(identifier, .completed)
        case .cancelled: end(identifier, .canceled)
        case .failed(let error): end(identifier, .failed(.custom(VidLoaderError(error))))
        }
    }

    private func run(_ identifier: String, _ progress: Double) {
        // If the loss of the connection was not reported, the restored connection is not reported
        // either.
        if items[identifier]?.isSilent != true {
            announce(.running(progress), of: identifier)
        }
        items[identifier]?.isSilent = false
        guard items[identifier]?.owesKeyNews == true else { return }
        items[identifier]?.owesKeyNews = false
        announce(.keyLoaded, of: identifier)
    }

    private func loseConnection(_ identifier: String, _ progress: Double) {
        guard !options.reportsLostConnections else {
            return announce(.noConnection(progress), of: identifier)
        }
        if items[identifier]?.information.state == .waiting {
            announce(.running(progress), of: identifier)
        }
        items[identifier]?.isSilent = true
    }

    /// Reports the state of a download to the observers.
    func announce(_ state: DownloadState, of identifier: String) {
        guard var item = items[identifier] else { return }
        switch state {
        case .running(let progress): item.information.progress = progress
        case .noConnection(let progress), .paused(let progress):
            item.information.progress = progress
            item.isSilent = false
        default: item.isSilent = false
        }
        count(&item)
        item.information.state = state
        items[identifier] = item
        observers.audience(of: identifier)(item.information)
    }

    /// Removes a download that has ended from `items`, and reports its last state to the observers.
    func end(_ identifier: String, _ state: DownloadState) {
        guard var item = items.removeValue(forKey: identifier) else { return }
        order.removeAll { $0 == identifier }
        count(&item)
        item.information.state = state
        if let token = item.token {
            identifiers[token] = nil
            if state == .completed {
                item.information.progress = 1
                item.information.location = Self.location(of: token)
                engine.release(token)
            } else {
                // Files that cannot be removed now are removed when the store is opened again.
                try? engine.delete(token)
            }
        }
        observers.audience(of: identifier)(item.information)
    }

    private func count(_ item: inout VidItem) {
        guard let token = item.token, let record = engine.items[token]?.record else { return }
        item.information.downloadedBytes = record.receivedBytes
    }
}
