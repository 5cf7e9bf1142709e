import Playlists
import Sessions
import Transport
import VirtualTime

/// Supplies stored media and stored licences to one playback session of an offline video.
///
/// If this process also downloads the video, the download is paused until the session ends.
final class OfflineSession: SessionCompanion, LoaderSource, KeptLicences {
    private let token: OfflineVideoToken
    private let library: OfflineLibrary
    /// Whether the session is registered with the library as a player of the video.
    private var isInside = false
    /// Whether the session loads its media online even though the media is stored.
    private var goesOnline = false
    /// A `Hold` that pauses the download of the video until the hold is released.
    private var precedence: Hold?

    // The state of one load.
    private var package: StoredPackage?
    private var contents: StoredContents?
    private var isWhole = false
    private var licences: [LicenceName: StoredLicence]?
    /// The time against which licences are checked in this load, in milliseconds since 1970.
    private var loadTime: Int64 = 0

    init(_ token: OfflineVideoToken, of library: OfflineLibrary) {
        self.token = token
        self.library = library
    }

    deinit { leave() }

    private func leave() {
        if isInside { library.leave(token) }
        isInside = false
        precedence = nil
        contents = nil
    }

    // MARK: Session

    func sessionLoads() -> SessionError? {
        if !isInside {
            isInside = true
            let isSecond = library.enter(token)
            goesOnline = isSecond && library.options.simulatesSecondPlayerGoingOnline
        }
        if precedence == nil { precedence = library.engine?.yield(token) }
        loadTime = library.noteSeen(token)
        licences = nil
        package = nil
        _ = opened()
        return licenceRefusal()
    }

    func sessionPlays() {
        // In a read-only store, the start of the licence's play duration cannot be recorded, but
        // the video plays nevertheless.
        try? library.notePlayback(of: token)
    }

    func sessionEnds() { leave() }

    // MARK: Bytes

    func loader() -> any ResourceLoader {
        StoredLoader(
            package: opened(), contents: storedContents, refusal: library.networkRefusal)
    }

    func isStored(_ url: String) -> Bool {
        StoredLoader(package: opened(), contents: storedContents, refusal: nil).isStored(url)
    }

    private var storedContents: StoredLoader.Contents {
        if goesOnline { return .parts(StoredParts(count: 0)) }
        if isWhole { return .whole }
        return contents.map { .parts($0.parts) } ?? .found
    }

    /// Returns the stored package for the current load of the session.
    ///
    /// If the folder of the package cannot be read, the returned package has no files.
    private func opened() -> StoredPackage {
        if let package { return package }
        let path = OfflineVideoObject.path(of: token, in: library.folder)
        var record: DownloadRecord?
        var plan: PackagePlan?
        var top: String?
        var isThere = false
        var recorded: [String: StoredFile] = [:]
        do throws(StoreError) {
            // Only a real folder counts: a symbolic link in its place could refer to any folder.
            isThere = try library.folder.hasPackage(token)
            record = try library.catalogue.record(of: token)
            isWhole = record?.isWhole ?? false
            if let record {
                recorded = try library.catalogue.storedFiles(of: record)
                if library.networkRefusal == nil {
                    top = try library.catalogue.onlineTop(of: token)
                }
                if !isWhole || goesOnline { plan = try library.catalogue.plan(of: token) }
                contents = isWhole ? nil : try library.contents(of: token)
            }
        } catch {
            isWhole = true
        }
        let opened = StoredPackage(
            path: path, isThere: isThere, recorded: recorded, isComplete: isWhole,
            sourceURL: record?.request.sourceURL ?? "", plan: plan, onlineTop: top,
            network: library.world.loader, headers: library.engine?.options.headers ?? [])
        package = opened
        return opened
    }

    // MARK: Licences

    /// Returns the reason why the package's licences forbid playback; `nil` if they permit it.
    ///
    /// Each load checks the licences, even if the first segments are clear.
    private func licenceRefusal() -> SessionError? {
        do throws(SessionError) {
            let licences = try keptLicences()
            let record = try record()
            for (name, licence) in licences.sorted(by: { $0.value.ordinal < $1.value.ordinal }) {
                _ = try secret(of: licence, record, name.url)
            }
            return nil
        } catch {
            return error
        }
    }

    func licence(for key: EncryptionKey, url: String) throws(SessionError) -> [UInt8]? {
        let kept = try keptLicences()[LicenceName(format: key.keyFormat, url: url)]
        return try secret(of: kept, try record(), url)
    }

    func remainingTime(for key: EncryptionKey, url: String) -> Duration? {
        let name = LicenceName(format: key.keyFormat, url: url)
        guard let record = try? record(), var term = record.licenceTerm,
            let kept = try? keptLicences()[name], kept.sealed != nil
        else { return nil }
        let now = record.licenceTime(at: library.clock.now)
        term.initialPlaybackTime = term.initialPlaybackTime ?? now
        return term.end.map { .milliseconds($0) - .milliseconds(now) }
    }

    /// Opens a stored licence.
    ///
    /// The method throws an error if the licence has expired or cannot be opened, or if it is
    /// missing and may not be requested.
    ///
    /// - Returns: The secret for the content key; `nil` when no licence is stored and the key
    ///   system may request one over the network.
    private func secret(
        of kept: StoredLicence?, _ record: DownloadRecord?, _ url: String
    ) throws(SessionError) -> [UInt8]? {
        guard let kept, kept.sealed != nil, let term = record?.licenceTerm else {
            // Media that is not downloaded has its own licences, and a download in progress may not
            // have obtained all licences yet. In both cases the key system may request a licence.
            let mayAsk = record != nil && (kept == nil || record?.isInProgress == true)
            if mayAsk, library.networkRefusal == nil { return nil }
            throw failure(.noLicence, url)
        }
        // Licences are checked against the time at which the load started, so that playback
        // continues when a licence expires.
        if let refusal = term.validity(at: loadTime).refusal { throw failure(refusal, url) }
        do throws(OfflineError) {
            return try kept.secret(of: token, in: library.folder, with: library.licensing)
        } catch {
            throw failure(error, url)
        }
    }

    /// Returns the licence entries of the package, some of which may still lack a licence.
    private func keptLicences() throws(SessionError) -> [LicenceName: StoredLicence] {
        // The licences of the last query are used only when none was missing, because a missing
        // licence may have been stored since then.
        if let licences, licences.values.allSatisfy({ $0.sealed != nil }) { return licences }
        let stored = try reading { () throws(StoreError) in
            try library.catalogue.licences(of: token)
        }
        let licences = LicenceName.licences(stored)
        self.licences = licences
        return licences
    }

    private func record() throws(SessionError) -> DownloadRecord? {
        try reading { () throws(StoreError) in try library.catalogue.record(of: token) }
    }

    private func reading<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(SessionError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            throw failure(OfflineError(.invalidLicense, because: error), "")
        }
    }

    private func failure(_ error: OfflineError, _ url: String) -> SessionError {
        var failure = ContentKeyFailure(
            domain: OfflineError.domain, code: error.code.rawValue, reason: error.reason,
            keyURL: url, underlying: error)
        failure.isOfStoredLicence = true
        return .contentKey(failure)
    }
}

extension DownloadRecord {
    /// Whether the download has not ended: it is neither complete nor cancelled nor failed.
    var isInProgress: Bool {
        switch state {
        case .requested, .downloading, .suspended, .licensePreloaded: true
        case .cancelled, .completed, .error: false
        }
    }
}
