import Testing

/// A session follows the values of a profile, and never asks which player the profile models.
@Suite struct ProfileRuleTests {
    private static let players = [
        "apple", "chromium", "gstreamer", "hlsJS", "media3", "shaka", "vhs",
    ]

    @Test func `no code branches on the name of a player profile`() {
        // Live profiles are cases of an enumeration, and the code in `Live/Tuning` may distinguish
        // these cases. The profiles of lint are sets of rules, not players.
        let others = SourceFile.all.filter { file in
            !["Presentation/Live/Tuning/", "Linting/", "PlayctlCommands/Lint/"]
                .contains(where: file.path.hasPrefix)
        }
        for name in Self.players {
            let places = others.flatMap {
                $0.places(of: ["== .\(name)", "!= .\(name)", "case .\(name)", "~= .\(name)"])
            }
            #expect(places == [], "a rule belongs in a value of the profile")
        }
        let named = others.flatMap { $0.places(of: ["profile.name ==", "profile.name !="]) }
        #expect(named == [], "a rule belongs in a value of the profile")
    }
}
