public import Formats

extension KeyPolicies {
    /// Parses policies from JSON: an object with a policy for each content identifier.
    ///
    /// A policy has a `key` of 32 hexadecimal digits and, where they apply,
    /// - `iv`: 32 hexadecimal digits,
    /// - `terms`: `"purchase"`, the default, or an object with `rentalDuration` and optionally
    ///   `playDuration`, in seconds,
    /// - `lease`: seconds until a licence must be renewed,
    /// - `renewal`: `"allowed"`, the default, `"denied"`, or the number of permitted renewals,
    /// - `hdcp`: whether the output must be protected,
    /// - `persistence`: `"allowed"`, the default, or `"denied"`: whether licences may be stored,
    /// - `concurrency`: the number of clients that may lease the key at the same time; a policy
    ///   with this member must also have a `lease`,
    /// - `error`: the fault to inject, an object with these members, all optional: either `status`,
    ///   from 400 to 599, or `answer`, which is `"malformed"` or `"wrongKey"`; `delay`, in seconds;
    ///   and `first`, the number of requests that receive the fault.
    ///
    /// - Parameter bytes: The JSON text, in UTF-8.
    /// - Throws: `JSONError` that names the line of malformed JSON, or the invalid member.
    public init(json bytes: [UInt8]) throws(JSONError) {
        guard case .object(let members) = try JSONReader.read(bytes) else {
            throw JSONError(.unexpected(expected: "an object of policies"))
        }
        var policies: [String: KeyPolicy] = [:]
        for (identifier, value) in members.sorted(by: { $0.key < $1.key }) {
            policies[identifier] = try KeyPolicy(value, at: identifier)
        }
        self.init(policies)
    }
}

extension KeyPolicy {
    fileprivate init(_ value: PropertyValue, at path: String) throws(JSONError) {
        let members = try PolicyMembers(
            value, at: path,
            known: [
                "key", "iv", "terms", "lease", "renewal", "hdcp", "persistence", "concurrency",
                "error",
            ])
        guard let key = try members.block("key") else {
            throw JSONError(.missing, at: path + ".key")
        }
        self.init(
            key: key, initializationVector: try members.block("iv"),
            terms: try Self.terms(members), lease: try members.duration("lease"),
            renewal: try Self.renewal(members),
            requiresProtectedOutput: try members.truth("hdcp") ?? false,
            allowsPersistence: try Self.persistence(members),
            concurrency: try members.count("concurrency"), fault: try Self.fault(members))
        guard concurrency == nil || lease != nil else {
            throw JSONError(.missing, at: path + ".lease")
        }
    }

    private static func terms(_ members: PolicyMembers) throws(JSONError) -> Terms {
        switch members["terms"] {
        case nil, "purchase": return .purchase
        case .object?:
            let rental = try members.object("terms", known: ["rentalDuration", "playDuration"])
            guard let duration = try rental?.duration("rentalDuration") else {
                throw JSONError(.missing, at: members.path + ".terms.rentalDuration")
            }
            return .rental(duration, playDuration: try rental?.duration("playDuration"))
        default:
            throw members.unexpected("terms", "\"purchase\" or an object with rentalDuration")
        }
    }

    private static func renewal(_ members: PolicyMembers) throws(JSONError) -> Renewal {
        switch members["renewal"] {
        case nil, "allowed": .allowed
        case "denied": .denied
        case .integer(let count)? where (0...Int64(Int32.max)).contains(count):
            .limited(Int(count))
        default: throw members.unexpected("renewal", "\"allowed\", \"denied\" or a count")
        }
    }

    private static func persistence(_ members: PolicyMembers) throws(JSONError) -> Bool {
        switch members["persistence"] {
        case nil, "allowed": true
        case "denied": false
        default: throw members.unexpected("persistence", "\"allowed\" or \"denied\"")
        }
    }

    private static func fault(_ members: PolicyMembers) throws(JSONError) -> Fault? {
        guard
            let error = try members.object("error", known: ["status", "answer", "delay", "first"])
        else { return nil }
        let answer: Fault.Answer
        switch (error["status"], error["answer"]) {
        case (nil, nil): answer = .genuine
        case (.integer(let status)?, nil) where (400...599).contains(status):
            answer = .status(Int(status))
        case (nil, "malformed"): answer = .malformed
        case (nil, "wrongKey"): answer = .wrongKey
        case (nil, _): throw error.unexpected("answer", "\"malformed\" or \"wrongKey\"")
        case (_, nil): throw error.unexpected("status", "a status from 400 to 599")
        default: throw error.unexpected("status", "the only member: there is an answer too")
        }
        return Fault(
            answer, delay: try error.duration("delay") ?? .zero, first: try error.count("first"))
    }
}

/// The members of one policy object; an unknown member is an error.
private struct PolicyMembers {
    let path: String
    private let members: [String: PropertyValue]

    init(
        _ value: PropertyValue, at path: String, known: [String]
    ) throws(JSONError) {
        guard case .object(let members) = value else {
            throw JSONError(.unexpected(expected: "an object"), at: path)
        }
        // Without this error, a limit whose name is misspelt would silently not apply.
        if let stranger = members.keys.sorted().first(where: { !known.contains($0) }) {
            let expected = "known here; these are: \(known.joined(separator: ", "))"
            throw JSONError(.unexpected(expected: expected), at: "\(path).\(stranger)")
        }
        self.path = path
        self.members = members.filter { !$0.value.isNull }
    }

    subscript(name: String) -> PropertyValue? { members[name] }

    func unexpected(_ name: String, _ expected: String) -> JSONError {
        JSONError(.unexpected(expected: expected), at: "\(path).\(name)")
    }

    func object(_ name: String, known: [String]) throws(JSONError) -> PolicyMembers? {
        guard let value = members[name] else { return nil }
        return try PolicyMembers(value, at: "\(path).\(name)", known: known)
    }

    func truth(_ name: String) throws(JSONError) -> Bool? {
        guard let value = members[name] else { return nil }
        guard let truth = value.bool else { throw unexpected(name, "true or false") }
        return truth
    }

    /// Returns the whole number that a member states; `nil` when the member is absent.
    ///
    /// A number below one is an error.
    func count(_ name: String) throws(JSONError) -> Int? {
        guard let value = members[name] else { return nil }
        guard let count = value.integer, (1...Int64(Int32.max)).contains(count) else {
            throw unexpected(name, "a whole number from 1 on")
        }
        return Int(count)
    }

    func duration(_ name: String) throws(JSONError) -> Duration? {
        guard let value = members[name] else { return nil }
        let nanoseconds = (value.number ?? 0) * 1e9
        guard nanoseconds >= 1, nanoseconds <= Double(LicenceDuration.longestNanoseconds) else {
            throw unexpected(name, "a number of seconds above 0, of a hundred years at most")
        }
        return .nanoseconds(Int64(nanoseconds.rounded()))
    }

    /// Returns the 16 bytes that a member states in hexadecimal digits.
    func block(_ name: String) throws(JSONError) -> [UInt8]? {
        guard let value = members[name] else { return nil }
        let block = Hexadecimal.bytes((value.string ?? "").utf8)
        guard let block, block.count == Licence.keySize else {
            throw unexpected(name, "32 hexadecimal digits")
        }
        return block
    }
}
