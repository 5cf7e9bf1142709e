/// The breaks that contain at least one listed item, from the newest to the oldest.
struct BreakRanges {
    /// The breaks, each with the number of its first item.
    private(set) var places: [(place: ProgrammeItem.BreakPlace, number: Int)] = []

    /// Adds the break of an item, unless the break is already added.
    ///
    /// Items must be passed from the newest to the oldest. The items of a break are adjacent, so
    /// the item's break is compared only with the break that was added last.
    mutating func insert(_ item: ProgrammeItem) {
        guard var place = item.place else { return }
        let number = item.number - place.index
        place.index = 0
        guard places.last?.place != place else { return }
        places.append((place, number))
    }
}
