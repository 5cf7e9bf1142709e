package import Devices
import Sessions
import VirtualTime

extension DownloadEngine {
    /// The name of the catalogue entry that records how the store's owner was terminated.
    private static var deathName: String { "ownerDeath" }

    /// Restores the downloads of an earlier process, depending on how it was terminated.
    ///
    /// A process without a recorded termination was killed or has crashed.
    package func restoreAfterLaunch() throws(StoreError) {
        let noted = try catalogue.note(Self.deathName) ?? -1
        let death = Device.Death(rawValue: Int(clamping: noted)) ?? .crash
        try catalogue.setNote(-1, Self.deathName)
        try restore(after: death)
    }

    /// Continues the downloads that do not need the app, after the app was terminated.
    package func goOnWithoutApp(after death: Device.Death) {
        world.loop.turn {
            observer = nil
            refresh = nil
            licensing = nil
            try? catalogue.setNote(Int64(death.rawValue), Self.deathName)
            for token in order {
                switch items[token]?.machine.stage {
                case .waiting, .running: items[token]?.removePlayers()
                default: release(token)
                }
            }
        }
    }

    /// Whether any managed download has not ended yet.
    var isBusy: Bool { order.contains { items[$0]?.machine.isOver == false } }

    /// Ends the work as if the process were killed; stores only how the app was terminated.
    package func abandon(_ death: Device.Death) {
        world.loop.turn {
            observer = nil
            refresh = nil
            try? catalogue.setNote(Int64(death.rawValue), Self.deathName)
            letGo()
        }
    }

    /// Returns a track of a managed download as the type that delegates receive.
    func selection(_ track: Int, of token: OfflineVideoToken) -> OfflineMediaSelection? {
        items[token]?.track(track).map(OfflineMediaSelection.init)
    }

    /// Ends a download with an error and removes its files.
    func forceStop(_ token: OfflineVideoToken) {
        items[token]?.fail(with: OfflineError(.downloadFailure, "it was stopped by force"))
        if (try? catalogue.hasPlan(of: token)) == true { try? services.removeMedia(of: token) }
    }

    /// Stores an image of a video and records its name, unless the download was deleted.
    func keepImage(
        _ bytes: [UInt8], as name: String, of token: OfflineVideoToken,
        _ change: (inout DownloadRecord) -> Void
    ) {
        guard (try? record(of: token)) != nil,
            let package = try? folder.package(token, creates: true),
            (try? package.write(bytes, to: name)) != nil
        else { return }
        self.change(token, change)
    }

    /// Removes the licences of a download.
    func forgetLicences(of token: OfflineVideoToken) throws(StoreError) {
        try catalogue.transaction { () throws(StoreError) in
            try catalogue.removeLicences(of: token)
            change(token) { record in
                record.licenceRequestTime = nil
                record.licenceExpiration = nil
                record.playDuration = nil
            }
        }
    }

    /// Changes the record of a download, whether or not the download is in progress.
    package func change(
        _ token: OfflineVideoToken, _ change: (inout DownloadRecord) -> Void
    ) {
        if let item = items[token] {
            item.update(change)
        } else if var record = try? catalogue.record(of: token) {
            change(&record)
            try? catalogue.update(record)
        }
    }
}
