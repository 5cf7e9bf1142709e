extension LintRule {
    /// The rules about session data and content steering.
    static let session: [LintRule] = [
        .init(
            "session-data.value-xor-uri", .error, .bis("4.4.6.4"), .text, .author,
            "Session data has either VALUE or URI."),
        .init(
            "session-data.id-missing", .error, .bis("4.4.6.4"), .text, .author,
            "Session data has DATA-ID."),
        .init(
            "session-data.same-id-and-language", .error, .bis("4.4.6.4"), .text, .author,
            "Session data of one DATA-ID differs in LANGUAGE."),
        .init(
            "session-data.not-json", .error, .bis("4.4.6.4"), .media, .origin,
            "Session data of the format JSON is JSON."),
        .init(
            "session-data.unreachable", .error, .bis("4.4.6.4"), .media, .origin,
            "Session data of the format RAW can be loaded."),
        .init(
            "session-data.chapters", .warning, .named("Apple, JSON chapters"), .media, .origin,
            "Chapters have the form that Apple describes."),
        .init(
            "steering.duplicate", .error, .bis("4.4.6.6"), .text, .author,
            "EXT-X-CONTENT-STEERING appears once."),
        .init(
            "steering.server-missing", .error, .bis("4.4.6.6"), .text, .author,
            "EXT-X-CONTENT-STEERING has SERVER-URI."),
        .init(
            "steering.pathway-unknown", .error, .bis("4.4.6.6"), .text, .author,
            "PATHWAY-ID of EXT-X-CONTENT-STEERING is the pathway of a variant."),
        .init(
            "steering.pathway-absent", .warning, .apple("9.18"), .text, .author, profile: .apple,
            "With content steering, variants have PATHWAY-ID."),
        .init(
            "steering.manifest", .error, .bis("7"), .media, .origin,
            "A steering manifest has version 1, a known pathway and no incomplete clone."),
        .init(
            "steering.groups-per-pathway", .warning, .bis("4.4.6.2"), .text, .author,
            "Variants of different pathways name different groups."),
    ]
}
