import Sessions
import VirtualTime

extension DownloadEngine {
    /// The name under which the catalogue keeps how the process that owned the store was ended.
    private static var deathName: String { "ownerDeath" }

    /// How large a picture of a video may be, in bytes.
    static let largestPicture = 32 << 20

    /// Takes up what an earlier process left, as its end allows.
    ///
    /// A process that says nothing of its end was killed or has crashed.
    package func restoreAfterLaunch() throws(StoreError) {
        let noted = try catalogue.note(Self.deathName) ?? -1
        let death = Device.Death(rawValue: Int(clamping: noted)) ?? .crash
        try catalogue.setNote(-1, Self.deathName)
        try restore(after: death)
    }

    /// Goes on with what needs nothing of the app, which is dead.
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

    /// Whether a download is under way or waits to be.
    var isBusy: Bool { order.contains { items[$0]?.machine.isOver == false } }

    /// Ends as a process does that is ended from outside: nothing is written down any more.
    package func abandon(_ death: Device.Death) {
        world.loop.turn {
            observer = nil
            refresh = nil
            try? catalogue.setNote(Int64(death.rawValue), Self.deathName)
            letGo()
        }
    }

    /// A track of a download that is under way.
    func track(_ index: Int, of token: OfflineVideoToken) -> PackagePlan.Track? {
        items[token]?.track(index)
    }

    /// Ends a download with an error and removes what is stored of it.
    func forceStop(_ token: OfflineVideoToken) {
        items[token]?.fail(with: OfflineError(.downloadFailure, "it was stopped by force"))
        if let plan = try? catalogue.plan(of: token) { try? removeMedia(of: token, plan) }
    }

    /// Removes all that is stored of a download but its pictures, by the plan that it was stored by.
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
        // The folder itself goes: what threads that were told to give up still write goes with it.
        try folder.removePackage(token)
        for (name, bytes) in pictures {
            try folder.package(token, creates: true)?.write(bytes, to: name)
        }
    }

    /// Keeps a picture of a video and writes down where; not of a download that is gone.
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

    /// Forgets the licences of a download.
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

    /// Writes down the terms of the licence that a record speaks of, and nothing else of it.
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

    /// Changes what is known of a download, whether it is under way or not.
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
