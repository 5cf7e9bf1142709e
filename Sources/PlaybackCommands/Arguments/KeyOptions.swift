package import CommandTree
package import ContentProtection
import Formats
import HeadlessPlayback
import Playlists
package import Sessions

/// The sources of keys for encrypted assets, common to several verbs.
package struct KeyOptions: Equatable, Sendable {
    /// The keys, indexed by their URIs in playlists.
    package var byLocation: [String: [UInt8]] = [:]
    /// The Common Encryption keys, indexed by their identifiers.
    package var byIdentifier: [KeyIdentifier: [UInt8]] = [:]
    /// The address of the key server; `nil` uses the server in the video's catalogue entry.
    package var server: String?
    /// The path or URL of the key server's certificate; `nil` requests it from the server.
    package var certificate: String?

    /// The paths or locations of the files that these options name and the command reads.
    package var inputFiles: [String] { [certificate].compactMap(\.self) }

    /// Creates options with their defaults.
    package init() {}

    /// Whether any option about keys was given.
    package var areGiven: Bool { self != KeyOptions() }

    /// The end of a message about a licence that cannot be obtained without these options.
    package static let hint = "options such as --key-server supply keys"

    /// The options as command-line arguments, with a placeholder for the bytes of each key.
    ///
    /// The keys are hidden because reports contain these arguments, and the readers of a report may
    /// not be permitted to see the keys.
    package var words: [String] {
        let identifiers = byIdentifier.keys.map { "\($0)" }.sorted()
        let locations = byLocation.keys.sorted()
        var words = identifiers.map { "--key \(ShellWord.quoted("\($0):HEX"))" }
        words += locations.map { "--key-uri \(ShellWord.quoted("\(SafeText.url($0))=HEX"))" }
        if let server { words.append("--key-server \(ShellWord.place(server))") }
        if let certificate { words.append("--certificate \(ShellWord.place(certificate))") }
        return words
    }

    /// Returns the key systems in the order in which they are tried.
    ///
    /// The first key system uses the keys that were given as options.
    package func keySystems() -> [any KeySystem] {
        let given = GivenKeySystem(byLocation: byLocation, byIdentifier: byIdentifier)
        let fairPlay = FairPlayKeySystem(authorizationProxy: authorizationProxy())
        return [given, IdentityKeySystem(), fairPlay]
    }

    /// Returns the client that requests persistent licences, which are stored with downloads.
    package func licensing() -> any PersistentLicensing {
        FairPlayLicensing(authorizationProxy: authorizationProxy())
    }

    private func authorizationProxy() -> any AuthorizationProxy {
        let base = server.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        return HTTPAuthorizationProxy(
            certificateURL: certificate ?? base.map { $0 + "certificate" },
            keyRequestURL: base.map { $0 + "licence" })
    }
}

extension KeyOptions {
    /// The descriptions of the options, for parsing a command line and for the help text.
    package static let options: [BoundOption<KeyOptions>] =
        [
            .values(
                "key", as: .contentKey, named: "KID:HEX",
                "decrypt Common Encryption with this key, in playlists and single files: its"
                    + " identifier and its bytes, 32 digits each"
            ) { (options, keys) throws(UsageError) in
                for (identifier, bytes) in keys {
                    let known = options.byIdentifier.updateValue(bytes, forKey: identifier)
                    guard known == nil || known == bytes else {
                        throw .contradiction(option: "--key", subject: "\(identifier)")
                    }
                }
            },
            .values(
                "key-uri", as: .locatedKey, named: "URI=HEX",
                "use these 16 or 32 bytes for the key with this URI, written as in the playlist"
            ) { (options, keys) throws(UsageError) in
                for (uri, bytes) in keys {
                    let known = options.byLocation.updateValue(bytes, forKey: uri)
                    guard known == nil || known == bytes else {
                        throw .contradiction(option: "--key-uri", subject: SafeText.url(uri))
                    }
                }
            },
        ] + licences

    /// The options for obtaining licences: the key server and its certificate.
    package static let licences: [BoundOption<KeyOptions>] = [
        .value(
            "key-server", \.server, as: .serverAddress, named: "URL",
            "obtain licences from this key server, such as playctl keyserver"),
        .value(
            "certificate", \.certificate, as: .path, named: "FILE",
            "the certificate of the key server in DER (default: requested from the server)"),
    ]

    /// Returns the rules that forbid an option together with each of the key options.
    ///
    /// A verb with the given option reads no media, so keys would have no effect.
    package static func conflicts(_ option: String) -> [OptionRule] {
        OptionRule.conflicts(option, options.map(\.description.name))
    }

    /// The rule that `--certificate` requires `--key-server`.
    package static let serverRule = OptionRule.needs("certificate", ["key-server"])

    /// Throws when a certificate is given without a key server.
    ///
    /// Nothing is thrown if an operand is a file that may name a key server itself.
    package static func checkServer(_ arguments: MatchedArguments) throws(UsageError) {
        // A file with one of these extensions is a catalogue or a scenario, which names key servers
        // itself.
        guard !arguments.hasOperand(endingIn: ".json", ".yaml", ".yml") else { return }
        try serverRule.check(arguments)
    }
}

extension ArgumentConverter<(KeyIdentifier, [UInt8])> {
    /// The converter for a key identifier and a key, separated by a colon.
    fileprivate static var contentKey: ArgumentConverter {
        ArgumentConverter(
            expectation: "KID:HEX with 32 hexadecimal digits each", isSecret: true
        ) { text in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let identifier = hexadecimal(parts[0]), identifier.count == 16,
                let key = hexadecimal(parts[1]), key.count == 16
            else { return nil }
            return (KeyIdentifier(identifier), key)
        }
    }
}

extension ArgumentConverter<(String, [UInt8])> {
    /// The converter for the URI of a key and the key, separated by the last equals sign.
    fileprivate static var locatedKey: ArgumentConverter {
        ArgumentConverter(
            expectation: "URI=KEY with 32 or 64 hexadecimal digits", isSecret: true
        ) { text in
            guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
                let key = hexadecimal(text[text.index(after: sign)...]),
                key.count == 16 || key.count == 32
            else { return nil }
            return (String(text[..<sign]), key)
        }
    }
}

extension ArgumentConverter<String> {
    /// The converter for the address of a server.
    fileprivate static let serverAddress = ArgumentConverter(
        expectation: "an address such as http://127.0.0.1:8080"
    ) { text in
        guard ["http://", "https://"].contains(where: { text.lowercased().hasPrefix($0) }),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        let authority = URIReference(text).authority ?? ""
        let host = (authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")
        return host.isEmpty || host.hasPrefix(":") ? nil : text
    }
}

/// Returns the bytes of hexadecimal digits; a prefix `0x` and dashes are ignored.
private func hexadecimal(_ text: Substring) -> [UInt8]? {
    let isPrefixed = text.prefix(2).lowercased() == "0x"
    let digits = (isPrefixed ? text.dropFirst(2) : text).utf8.filter { $0 != UInt8(ascii: "-") }
    return digits.count <= 64 ? Hexadecimal.bytes(digits) : nil
}
