import Formats
import HeadlessPlayback

extension Shape<EventPattern> {
    /// The syntax of a pattern that selects events: a name, or a mapping.
    static let event = Shape.either(
        scalar: Shape<String>.eventName.map { EventPattern($0) },
        mapping: .mapping(
            "Selects some of the reported events.", from: { EventPattern("") },
            fields: eventFields)
    ).named("event")

    static let eventFields: [Field<EventPattern>] = [
        Field(
            "event", .eventName,
            "The name of a lifecycle event, of a method of a delegate, or of a request to"
                + " the offline manager or the playback service.",
            isRequired: true
        ) { $0.name = $1 },
        Field("text", .name, "A part of the payload as the trace writes it.") { $0.text = $1 },
        Field("session", .count(1...1_000_000), "The number of the session, counted from 1.") {
            $0.session = $1
        },
        Field("during", .period, "The report's period.") { $0.period = $1.start...$1.definiteEnd },
    ]
}

extension Shape<String> {
    /// The syntax of the name of an event, which must be known.
    ///
    /// With a misspelt name, the expectation `never` would always pass.
    fileprivate static let eventName = Shape(
        .definition("event-name", .words(EventNames.all))
    ) { value throws(ScenarioFileError) in
        let name = value.word ?? ""
        guard EventNames.all.contains(name) else {
            if value.word == nil { throw value.unexpected("the name of an event") }
            throw value.error(
                .unknownName(
                    name, nearest: nearestWord(to: name, in: EventNames.all), what: "an event"))
        }
        return name
    }
}
