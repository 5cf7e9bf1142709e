/// The breaks with a listed item, from the newest to the oldest.
struct BreakRanges {
    /// The breaks with the numbers of their first items.
    private(set) var places: [(place: ProgrammeItem.BreakPlace, number: Int)] = []

    /// Adds the break of an item; items come from the newest to the oldest, but the open one.
    mutating func insert(_ item: ProgrammeItem) {
        guard var place = item.place else { return }
        let number = item.number - place.index
        place.index = 0
        guard !places.contains(where: { $0.place == place }) else { return }
        let index = places.firstIndex { $0.number < number } ?? places.count
        places.insert((place, number), at: index)
    }
}
