import ContentProtection
import HeadlessPlayback
import Testing

@Suite struct KeyPoliciesTests {
    private func read(_ text: String) throws -> KeyPolicies {
        try KeyPolicies(json: Array(text.utf8))
    }

    private func problem(_ text: String) -> String? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `a policy needs only a key`() throws {
        let policies = try read(#"{"film": {"key": "000102030405060708090A0b0c0d0e0f"}}"#)
        #expect(policies == KeyPolicies(["film": KeyPolicy(key: Array(0..<16))]))
        #expect(policies.identifiers == ["film"])
    }

    @Test func `every member of a policy is read`() throws {
        let policies = try read(
            """
            {
              "*": {
                "key": "00000000000000000000000000000000",
                "iv": "ffffffffffffffffffffffffffffffff",
                "terms": {"rentalDuration": 172800, "playDuration": 0.3},
                "lease": 60, "renewal": 3, "hdcp": true, "concurrency": 2,
                "error": {"status": 503, "delay": 1.5, "first": 2}
              },
              "a": {"key": "00000000000000000000000000000000", "terms": "purchase",
                "renewal": "denied", "hdcp": false, "persistence": "denied", "error": {"answer": "wrongKey"}},
              "b": {"key": "00000000000000000000000000000000", "renewal": "allowed", "iv": null, "persistence": "allowed",
                "error": {"answer": "malformed"}},
              "c": {"key": "00000000000000000000000000000000", "error": {"delay": 1}}
            }
            """)
        let zeros = [UInt8](repeating: 0, count: 16)
        #expect(
            policies
                == KeyPolicies([
                    "*": KeyPolicy(
                        key: zeros, initializationVector: [UInt8](repeating: 255, count: 16),
                        terms: .rental(.seconds(172_800), playDuration: .milliseconds(300)),
                        lease: .seconds(60), renewal: .limited(3), requiresProtectedOutput: true,
                        concurrency: 2,
                        fault: .init(.status(503), delay: .milliseconds(1500), first: 2)),
                    "a": KeyPolicy(
                        key: zeros, renewal: .denied, allowsPersistence: false,
                        fault: .init(.wrongKey)),
                    "b": KeyPolicy(key: zeros, fault: .init(.malformed)),
                    "c": KeyPolicy(key: zeros, fault: .init(.genuine, delay: .seconds(1))),
                ]))
    }

    @Test func `broken JSON is reported with its line`() {
        #expect(
            problem("{\n  \"film\": {\n    key\n  }\n}")
                == "line 3, column 5: expected a key in quotes")
        #expect(problem("[]") == "the JSON text is not an object of policies")
        #expect(problem("") != nil)
    }

    @Test(arguments: [
        (#"{}"#, "film.key is missing"),
        (#"{"key": "0011"}"#, "film.key is not 32 hexadecimal digits"),
        (#"{"key": "00000000000000000000000000000g00"}"#, "film.key is not 32 hexadecimal digits"),
        (#"{"key": 16}"#, "film.key is not 32 hexadecimal digits"),
        (#"{KEY, "iv": ""}"#, "film.iv is not 32 hexadecimal digits"),
        (
            #"{KEY, "lease": 0}"#,
            "film.lease is not a number of seconds above 0, of a hundred years at most"
        ),
        (
            #"{KEY, "lease": 1e300}"#,
            "film.lease is not a number of seconds above 0, of a hundred years at most"
        ),
        (
            #"{KEY, "lease": "60"}"#,
            "film.lease is not a number of seconds above 0, of a hundred years at most"
        ),
        (#"{KEY, "renewal": -1}"#, "film.renewal is not \"allowed\", \"denied\" or a count"),
        (#"{KEY, "persistence": true}"#, "film.persistence is not \"allowed\" or \"denied\""),
        (#"{KEY, "hdcp": "required"}"#, "film.hdcp is not true or false"),
        (
            #"{KEY, "lease": 1, "concurrency": 0}"#,
            "film.concurrency is not a whole number from 1 on"
        ),
        (#"{KEY, "concurrency": 1}"#, "film.lease is missing"),
        (
            #"{KEY, "terms": "rental"}"#,
            "film.terms is not \"purchase\" or an object with rentalDuration"
        ),
        (#"{KEY, "terms": {}}"#, "film.terms.rentalDuration is missing"),
        (
            #"{KEY, "terms": {"rentalDuration": 1, "days": 1}}"#,
            "film.terms.days is not known here; these are: rentalDuration, playDuration"
        ),
        (#"{KEY, "error": {"status": 200}}"#, "film.error.status is not a status from 400 to 599"),
        (
            #"{KEY, "error": {"status": 500, "answer": "wrongKey"}}"#,
            "film.error.status is not the only member: there is an answer too"
        ),
        (
            #"{KEY, "error": {"answer": "late"}}"#,
            "film.error.answer is not \"malformed\" or \"wrongKey\""
        ),
        (#"{KEY, "error": {"first": 1.5}}"#, "film.error.first is not a whole number from 1 on"),
        (#"{KEY, "error": []}"#, "film.error is not an object"),
        (
            #"{KEY, "concurency": 1}"#,
            "film.concurency is not known here; these are: key, iv, terms, lease, renewal, hdcp, persistence, concurrency, error"
        ),
        (#"[]"#, "film is not an object"),
    ])
    func `an invalid policy is reported with its member`(text: String, expected: String) {
        let policy = text.replacing("KEY", with: #""key": "00000000000000000000000000000000""#)
        #expect(problem(#"{"film": \#(policy)}"#) == expected)
    }
}
