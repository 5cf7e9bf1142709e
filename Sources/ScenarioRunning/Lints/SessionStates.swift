/// The states that a lint keeps, one for each session of a run.
///
/// Nearly every event belongs to the newest session, so a lookup begins with the newest state.
struct SessionStates<State: Sendable>: Sendable {
    private var entries: [(number: Int, state: State)] = []

    /// The state of a session; `nil` until the state is set.
    subscript(number: Int) -> State? {
        get { entries.last { $0.number == number }?.state }
        set {
            guard let newValue else { return entries.removeAll { $0.number == number } }
            if let place = entries.lastIndex(where: { $0.number == number }) {
                entries[place].state = newValue
            } else {
                let place = entries.firstIndex { $0.number > number } ?? entries.endIndex
                entries.insert((number, newValue), at: place)
            }
        }
    }

    /// The states in the order of the session numbers.
    var states: [State] { entries.map(\.state) }

    /// Changes the states of all sessions.
    mutating func change(_ body: (inout State) -> Void) {
        for place in entries.indices { body(&entries[place].state) }
    }
}
