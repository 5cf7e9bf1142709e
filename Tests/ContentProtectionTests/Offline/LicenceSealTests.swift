import ContentProtection
import HeadlessPlayback
import TestSupport
import Testing

@Suite struct LicenceSealTests {
    private let licensing: FairPlayLicensing
    private let key: [UInt8]
    private let secret = Array("a secret of some length".utf8)

    init() throws {
        let server = KeyServer(identity: try Exchange().identity, policies: KeyPolicies([:]))
        licensing = FairPlayLicensing(authorizationProxy: InProcessKeyServer(server))
        key = try licensing.makeSealingKey()
    }

    /// Returns the domain and code of the error if a seal cannot be opened; `nil` if it can.
    private func refusal(_ sealed: [UInt8], _ key: [UInt8]? = nil) -> String? {
        Result { () throws(SessionError) in try licensing.open(sealed, with: key ?? self.key) }
            .failureCode
    }

    private static let invalidLicence = "OfflineVideoManagerErrorDomain 69304"

    @Test func `a sealed secret opens with the same key`() throws {
        for secret in [secret, [], [UInt8](repeating: 7, count: 4096)] {
            #expect(try licensing.open(licensing.seal(secret, with: key), with: key) == secret)
        }
    }

    @Test func `a seal reveals nothing of the secret, and no two are equal`() throws {
        let one = try licensing.seal(secret, with: key)
        let other = try licensing.seal(secret, with: key)
        #expect(!one.indices.contains { one[$0...].starts(with: secret[..<4]) })
        #expect(one[9...] != other[9...])
        #expect(try licensing.makeSealingKey() != key)
    }

    @Test func `a seal with any bit changed is not opened`() throws {
        let sealed = try licensing.seal(secret, with: key)
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << UInt8(bit)
                #expect(refusal(changed) == Self.invalidLicence, "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test func `a truncated or extended seal is not opened`() throws {
        let sealed = try licensing.seal(secret, with: key)
        for count in sealed.indices {
            #expect(refusal(Array(sealed[..<count])) == Self.invalidLicence, "\(count) bytes")
        }
        #expect(refusal(sealed + [0]) == Self.invalidLicence)
        #expect(refusal([UInt8](repeating: 0, count: 1 << 20)) == Self.invalidLicence)
    }

    @Test
    func `another key does not open a seal, and a key of another length does not seal either`()
        throws
    {
        let sealed = try licensing.seal(secret, with: key)
        #expect(refusal(sealed, try licensing.makeSealingKey()) == Self.invalidLicence)
        for count in [0, 16, 31, 33] {
            let short = [UInt8](repeating: 1, count: count)
            #expect(refusal(sealed, short) == Self.invalidLicence)
            let result = Result { () throws(SessionError) in
                try licensing.seal(secret, with: short)
            }
            #expect(result.failureCode == Self.invalidLicence)
        }
    }

    @Test func `opening a changed seal fails with a reason`() throws {
        var sealed = try licensing.seal(secret, with: key)
        sealed[30] ^= 1
        let result = Result { () throws(SessionError) in try licensing.open(sealed, with: key) }
        guard case .failure(let error) = result else {
            Issue.record("it was opened")
            return
        }
        #expect(
            "\(error)"
                == "no key: the sealed licence was changed or sealed with another key")
    }

    @Test func `a secret beyond the limit is not sealed`() {
        let result = Result { () throws(SessionError) in
            try licensing.seal([UInt8](repeating: 0, count: 4097), with: key)
        }
        #expect(result.failureCode == Self.invalidLicence)
    }
}
