/// Hears of the downloads of a ``VidLoader`` as long as somebody keeps it.
public final class VidObserver {
    /// Whose changes an observer hears of.
    public enum ObserverType: Equatable, Sendable {
        /// Those of all downloads.
        case all
        /// Those of the download of this identifier.
        case single(String)
    }

    /// Whose changes it hears of.
    public let type: ObserverType
    let stateChanged: (ItemInformation) -> Void

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - type: Whose changes it hears of.
    ///   - stateChanged: What it does with each of them.
    public init(type: ObserverType, stateChanged: @escaping (ItemInformation) -> Void) {
        self.type = type
        self.stateChanged = stateChanged
    }
}

/// The observers of a loader, which it does not keep alive.
struct VidObserverList {
    /// One place in the list; an observer may have several.
    private final class Place {
        weak var observer: VidObserver?
        var isRemoved = false

        init(_ observer: VidObserver) { self.observer = observer }
    }

    private var places: [Place] = []

    /// Adds an observer behind all others, also one that is there already.
    mutating func add(_ observer: VidObserver) {
        places.append(Place(observer))
    }

    /// Removes an observer from every place that it has.
    mutating func remove(_ observer: VidObserver) {
        for place in places where place.observer === observer { place.isRemoved = true }
        places.removeAll(where: \.isRemoved)
    }

    /// Says who is to be told of a download: those who hear of everything come first.
    ///
    /// - Returns: What tells them. One that was removed or released before its turn is left out, and
    ///   one that was added meanwhile.
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
