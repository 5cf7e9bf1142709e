/// An observer of the downloads of a ``VidLoader``; the app must retain the observer.
public final class VidObserver {
    /// The downloads that an observer follows.
    public enum ObserverType: Equatable, Sendable {
        /// All downloads.
        case all
        /// Only the download with this identifier.
        case single(String)
    }

    /// The downloads that the observer follows.
    public let type: ObserverType
    let stateChanged: (ItemInformation) -> Void

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - type: The downloads that the observer follows.
    ///   - stateChanged: Called with the download's information at each change of its state.
    public init(type: ObserverType, stateChanged: @escaping (ItemInformation) -> Void) {
        self.type = type
        self.stateChanged = stateChanged
    }
}

/// The observers of a loader, held weakly.
struct VidObserverList {
    /// An entry for one observer; an observer that was added several times has several entries.
    private final class Place {
        weak var observer: VidObserver?
        var isRemoved = false

        init(_ observer: VidObserver) { self.observer = observer }
    }

    private var places: [Place] = []

    /// Appends an observer, which may already be in the list.
    mutating func add(_ observer: VidObserver) {
        places.append(Place(observer))
    }

    /// Removes all entries of an observer.
    mutating func remove(_ observer: VidObserver) {
        for place in places where place.observer === observer { place.isRemoved = true }
        places.removeAll(where: \.isRemoved)
    }

    /// Returns a closure that reports a state to the observers of a download.
    ///
    /// The closure calls the observers of all downloads first, then the observers of this download.
    ///
    /// - Returns: The closure. It calls only observers that are in the list when this function is
    ///   called, and skips observers that are removed or released before their call.
    mutating func audience(of identifier: String) -> (ItemInformation) -> Void {
        places.removeAll { $0.observer == nil }
        let types: [VidObserver.ObserverType] = [.all, .single(identifier)]
        let audience = types.flatMap { type in places.filter { $0.observer?.type == type } }
        return { information in
            for place in audience where !place.isRemoved {
                place.observer?.stateChanged(information)
            }
        }
    }
}
