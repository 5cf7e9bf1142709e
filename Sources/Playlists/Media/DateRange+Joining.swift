import VirtualTime

extension DateRange {
    /// Adds the attributes of a later tag with the same identifier.
    package mutating func take(_ other: DateRange) {
        takeProperties(of: other)
        for attribute in other.otherAttributes where self[attribute: attribute.name] == nil {
            otherAttributes.append(attribute)
        }
    }

    fileprivate mutating func takeProperties(of other: DateRange) {
        startDate = startDate ?? other.startDate
        rangeClass = rangeClass ?? other.rangeClass
        if cue.isEmpty { cue = other.cue }
        endDate = endDate ?? other.endDate
        duration = duration ?? other.duration
        plannedDuration = plannedDuration ?? other.plannedDuration
        endsOnNext = endsOnNext || other.endsOnNext
        scte35Command = scte35Command ?? other.scte35Command
        scte35Out = scte35Out ?? other.scte35Out
        scte35In = scte35In ?? other.scte35In
    }
}

extension [DateRange] {
    /// The date ranges in the order of their first tags; tags with the same identifier form one.
    package var joinedByID: [DateRange] {
        var joined: [DateRange] = []
        var places: [String: Int] = [:]
        // The names of the client attributes of ranges with several tags, so that the time is
        // proportional to the number of attributes.
        var names: [Int: Set<String>] = [:]
        for range in self {
            guard let place = places[range.id] else {
                places[range.id] = joined.count
                joined.append(range)
                continue
            }
            joined[place].takeProperties(of: range)
            if names[place] == nil {
                names[place] = Set(joined[place].otherAttributes.map(\.name))
            }
            for attribute in range.otherAttributes
            where names[place, default: []].insert(attribute.name).inserted {
                joined[place].otherAttributes.append(attribute)
            }
        }
        return joined
    }

    /// The ranges, with an end date added to the ranges with `END-ON-NEXT`.
    ///
    /// The end date is the start of the next range of the same class. If there is no next range, no
    /// end date is added.
    package var endingOnNext: [DateRange] {
        guard contains(where: \.endsOnNext) else { return self }
        var starts: [String: [Int64]] = [:]
        for range in self {
            guard let name = range.rangeClass, let start = range.startDate else { continue }
            starts[name, default: []].append(start.millisecondsSince1970)
        }
        for name in starts.keys { starts[name]?.sort() }
        var ranges = self
        for index in indices where self[index].endsOnNext {
            guard let start = self[index].startDate, let name = self[index].rangeClass,
                let dates = starts[name]
            else { continue }
            let next = dates.firstPlace { $0 > start.millisecondsSince1970 }
            guard next < dates.count else { continue }
            ranges[index].endDate = DateTime(millisecondsSince1970: dates[next])
        }
        return ranges
    }
}
