/// An error of an offline store; file names are relative to the store where possible.
package enum StoreError: Error, Equatable, Sendable {
    /// The store is missing or cannot be used.
    case cannotOpen(path: String, reason: String)
    /// The file is not a catalogue.
    case notAStore(path: String)
    /// The catalogue is damaged or contains contradictory rows.
    case corrupt(path: String, detail: String)
    /// The catalogue was made by a later version of this library; it is left unchanged.
    case newerSchema(path: String, found: Int, known: Int)
    /// The catalogue has an earlier version, which read-only mode cannot read or upgrade.
    case olderSchema(path: String)
    /// The disk or the user's quota is full.
    case full(path: String)
    /// Another process or manager owns the store, or has locked the catalogue for too long.
    case busy(path: String)
    /// The store is read-only.
    case readOnly(path: String)
    /// An input or output operation failed, for the reason given.
    case io(path: String, reason: String)
    /// Another download has the same token or the same identifier.
    case conflict(String)
    /// No download has the token.
    case unknownToken(OfflineVideoToken)
    /// No file of a store may have this name.
    case invalidName(String)
    /// A private file is a symbolic link, is not a regular file, or is accessible to other users.
    case unsafeFile(path: String, reason: String)
    /// A value cannot be stored, for the reason given.
    case unstorable(String)
    /// SQLite failed for a reason that no other case describes.
    case database(String)
}

extension StoreError {
    /// Whether the cause is a lack of disk space.
    package var isFull: Bool {
        if case .full = self { true } else { false }
    }
}

extension StoreError: CustomStringConvertible {
    /// The affected file and the cause, on one line.
    package var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "\(path): cannot be opened: \(reason)"
        case .notAStore(let path): "\(path): is not the catalogue of a store"
        case .corrupt(let path, let detail):
            "\(path): the catalogue is corrupt: \(detail); the packages are not changed; without"
                + " this file, the next download creates a new catalogue"
        case .newerSchema(let path, let found, let known):
            "\(path): the catalogue has version \(found), and this release reads versions up to"
                + " \(known); the release that wrote the catalogue can read it"
        case .olderSchema(let path):
            "\(path): an earlier release wrote the catalogue, which must be writable once, so that"
                + " it can be updated"
        case .full(let path): "\(path): the disk is full"
        case .busy(let path): "\(path): another process or another manager is using the store"
        case .readOnly(let path):
            "\(path): can be read and not written; nothing is downloaded or changed"
        case .io(let path, let reason): "\(path): \(reason)"
        case .conflict(let detail): "already in the catalogue: \(detail)"
        case .unknownToken(let token): "there is no download \(token)"
        case .invalidName(let name): "not a name for a file of a store: \(name)"
        case .unsafeFile(let path, let reason): "\(path): not used: \(reason)"
        case .unstorable(let reason): "cannot be stored: \(reason)"
        case .database(let reason): "the catalogue refused: \(reason)"
        }
    }
}

extension OfflineError {
    /// Creates an offline error from an error of the store.
    ///
    /// The code is `invalidParameter` for a caller's mistake, and otherwise `downloadFailure`.
    package init(_ error: StoreError) {
        switch error {
        case .unknownToken, .invalidName, .conflict, .unstorable:
            self.init(.invalidParameter, because: error)
        default: self.init(.downloadFailure, because: error)
        }
    }

    /// Runs `body`, and converts its `StoreError` into an ``OfflineError``.
    static func wrapping<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(OfflineError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            throw OfflineError(error)
        }
    }
}
