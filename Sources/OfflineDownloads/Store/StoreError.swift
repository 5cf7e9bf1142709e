/// Why something cannot be done with an offline store; names are relative to it where they can be.
package enum StoreError: Error, Equatable, Sendable {
    /// There is no store, or it may not be used.
    case cannotOpen(path: String, reason: String)
    /// What is there is something else than a catalogue.
    case notAStore(path: String)
    /// The catalogue contradicts itself.
    case corrupt(path: String, detail: String)
    /// The catalogue was made by a later version of this library; it is left as it is.
    case newerSchema(path: String, found: Int, known: Int)
    /// The catalogue was made by an earlier version of this library, and who only looks at it does not
    /// bring it up to date.
    case olderSchema(path: String)
    /// The disk, or what one may use of it, is full.
    case full(path: String)
    /// Somebody else holds the catalogue for too long.
    case busy(path: String)
    /// It may be read and not written.
    case readOnly(path: String)
    /// The system failed, for the reason given.
    case io(path: String, reason: String)
    /// The catalogue would contradict itself: a token or an identifier is there already.
    case conflict(String)
    /// There is no download of this token.
    case unknownToken(OfflineVideoToken)
    /// A name that no file of a store may have.
    case invalidName(String)
    /// A link, a folder or a file that others can read stands where a private file should be.
    case unsafeFile(path: String, reason: String)
    /// A value that cannot be stored, for the reason given.
    case unstorable(String)
    /// The catalogue refused for another reason.
    case database(String)
}

extension StoreError {
    /// Whether room on the disk would help.
    package var isFull: Bool {
        if case .full = self { true } else { false }
    }
}

extension StoreError: CustomStringConvertible {
    /// One line that names the file and the cause.
    package var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "\(path): cannot be opened: \(reason)"
        case .notAStore(let path): "\(path): is not the catalogue of a store"
        case .corrupt(let path, let detail):
            "\(path): the catalogue is corrupt: \(detail); the packages beside it are as they were,"
                + " and when it is moved away a new one is begun"
        case .newerSchema(let path, let found, let known):
            "\(path): the catalogue has version \(found), and only \(known) is known here; what made"
                + " it can read it"
        case .olderSchema(let path):
            "\(path): the catalogue was made by an earlier version, and has to be brought up to date"
                + " where it can be written"
        case .full(let path): "\(path): the disk is full"
        case .busy(let path): "\(path): somebody else is using the catalogue"
        case .readOnly(let path):
            "\(path): can be read and not written, so that nothing is downloaded or changed here"
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
    /// Wraps an error of the store: the caller's mistake, or a failed download.
    package init(_ error: StoreError) {
        switch error {
        case .unknownToken, .invalidName, .conflict, .unstorable:
            self.init(.invalidParameter, "\(error)")
        default: self.init(.downloadFailure, "\(error)")
        }
    }
}
