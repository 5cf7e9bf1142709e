import Sessions
import VirtualTime

extension DownloadEngine {
    /// The catalogue key of the termination of the store's owner.
    private static var deathName: String { "ownerDeath" }

    /// The size limit of a video's image, in bytes.
    static let largestPicture = 32 << 20

    /// Restores the downloads of an earlier process, depending on its termination.
    ///
    /// A process without a recorded termination was killed or has crashed.
    package func restoreAfterLaunch() throws(StoreError) {
        let noted = try catalogue.note(Self.deathName) ?? -1
        let death = Device.Death(rawValue: Int(clamping: noted)) ?? .crash
        try catalogue.setNote(-1, Self.deathName)
        try restore(after: death)
    }

    /// Continues the work that does not need the app, which has been terminated.
    package func goOnWithoutApp(after death: Device.Death) {
        world.loop.turn {
            observer = nil
            refresh = nil
            licensing = nil
            try? catalogue.setNote(Int64(death.rawValue), Self.deathName)
            for token in order {
                switch items[token]?.machine.stage {
                case .waiting, .running: items[token]?.players = 0
                default: release(token)
                }
            }
        }
    }

    /// Whether a download is in progress or waiting.
    var isBusy: Bool { order.contains { items[$0]?.machine.isOver == false } }

    /// Ends as a killed process does: without storing anything more.
    package func abandon(_ death: Device.Death) {
        world.loop.turn {
            observer = nil
            refresh = nil
            try? catalogue.setNote(Int64(death.rawValue), Self.deathName)
            letGo()
        }
    }

    /// Returns a track of a download in progress.
    func track(_ index: Int, of token: OfflineVideoToken) -> PackagePlan.Track? {
        items[token]?.track(index)
    }

    /// Ends a download with an error and removes its files.
    func forceStop(_ token: OfflineVideoToken) {
        items[token]?.fail(with: OfflineError(.downloadFailure, "it was stopped by force"))
        if let plan = try? catalogue.plan(of: token) { try? removeMedia(of: token, plan) }
    }

    /// Removes the files of a download except its images, according to the plan by which they were
    /// stored.
    func removeMedia(of token: OfflineVideoToken, _ plan: PackagePlan) throws(StoreError) {
        makeFollowersForget(token)
        forgetUnwrittenRows(of: token)
        try catalogue.noteMissing(Array(plan.resources.indices), of: token)
        let record = try record(of: token)
        let old = try folder.hasPackage(token) ? try folder.package(token) : nil
        var pictures: [(name: String, bytes: [UInt8])] = []
        for name in [record.posterName, record.thumbnailName].compactMap(\.self) {
            let bytes = try old?.read(name, limit: Self.largestPicture)
            if let bytes { pictures.append((name, bytes)) }
        }
        // The folder itself is removed, with any files that cancelled threads still write.
        try folder.removePackage(token)
        for (name, bytes) in pictures {
            try folder.package(token, creates: true)?.write(bytes, to: name)
        }
    }

    /// Stores an image of a video and records its name, unless the download is gone.
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

    /// Stores only the licence terms of a record.
    func writeLicence(of renewed: DownloadRecord, isRenewal: Bool) throws(StoreError) {
        var record = try record(of: renewed.token)
        func take(_ record: inout DownloadRecord) {
            if isRenewal { record.initialPlaybackTime = nil }
            record.usesFairPlay = renewed.usesFairPlay
            record.terms = renewed.terms
            record.licenceRequestTime = renewed.licenceRequestTime
            record.licenceExpiration = renewed.licenceExpiration
            record.playDuration = renewed.playDuration
        }
        take(&record)
        try catalogue.update(record)
        items[renewed.token]?.updateLater(take)
    }

    /// Changes the record of a download, in progress or not.
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
