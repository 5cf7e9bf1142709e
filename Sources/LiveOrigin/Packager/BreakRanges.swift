/// The breaks with a listed item, from the newest to the oldest.
struct BreakRanges {
    /// The breaks with the numbers of their first items.
    private(set) var places: [(place: ProgrammeItem.BreakPlace, number: Int)] = []

    /// Adds the break of an item; items come from the newest to the oldest.
    ///
    /// The items of a break are adjacent, so only the last break can be the same one.
    mutating func insert(_ item: ProgrammeItem) {
        guard var place = item.place else { return }
        let number = item.number - place.index
        place.index = 0
        guard places.last?.place != place else { return }
        places.append((place, number))
    }
}
