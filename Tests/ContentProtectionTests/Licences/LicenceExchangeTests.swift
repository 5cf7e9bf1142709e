import ContentProtection
import TestSupport
import Testing

@Suite struct LicenceExchangeTests {
    private let exchange: Exchange
    private let licence = Licence(
        contentKey: Array(1...16), initializationVector: Array(17...32), lease: .seconds(60),
        expiresAfter: .seconds(3600), playDuration: .milliseconds(1500), isPersistent: true)

    init() throws {
        exchange = try Exchange()
    }

    @Test func `a server reads its client's request, and the client the server's licence`() throws {
        let terms = LicenceTerms(
            lease: .seconds(30), isPersistent: true, rentalDuration: .seconds(7200),
            playDuration: .nanoseconds(1), isRenewal: true, isOutputProtected: false,
            clientIdentifier: "Küche")
        let request = try exchange.request("film-1", terms)
        let received = try exchange.identity.open(request.spc)
        #expect(received.contentIdentifier == Array("film-1".utf8))
        #expect(received.terms == terms)
        #expect(try request.open(received.answer(with: licence)) == licence)
    }

    @Test func `omitted terms stay omitted`() throws {
        let request = try exchange.request("film", LicenceTerms())
        let received = try exchange.identity.open(request.spc)
        #expect(received.terms == LicenceTerms())
        let plain = Licence(contentKey: Array(1...16))
        #expect(try request.open(received.answer(with: plain)) == plain)
    }

    @Test func `the messages reveal neither content nor key`() throws {
        let request = try exchange.request("a-film-with-a-name")
        let ckc = try exchange.identity.open(request.spc).answer(with: licence)
        #expect(!String(decoding: request.spc, as: UTF8.self).contains("film"))
        #expect(!ckc.indices.contains { ckc[$0...].starts(with: licence.contentKey[..<4]) })
    }

    @Test func `two equal requests encrypt to different bytes after the header`() throws {
        let one = try exchange.request().spc
        let other = try exchange.request().spc
        #expect(one[..<43] == other[..<43])
        #expect(one[43...] != other[43...])
    }

    @Test func `a server refuses an SPC for another certificate`() throws {
        let spc = try exchange.request().spc
        #expect(refusal { _ = try exchange.other.open(spc) } == .unknownCertificate)
    }

    @Test func `a client refuses the CKC for another request`() throws {
        let first = try exchange.request()
        let ckc = try exchange.identity.open(first.spc).answer(with: licence)
        let second = try exchange.request()
        #expect(refusal { _ = try second.open(ckc) } == .answersAnotherRequest)
    }

    @Test func `a client refuses the CKC of another server`() throws {
        let asked = try exchange.request()
        let overheard = try LicenceRequest(
            contentIdentifier: Array("film".utf8), certificate: exchange.other.certificate)
        var forged = try exchange.other.open(overheard.spc).answer(with: licence)
        let genuine = try exchange.identity.open(asked.spc).answer(with: licence)
        forged.replaceSubrange(9..<41, with: genuine[9..<41])
        #expect(refusal { _ = try asked.open(forged) } == .altered(.answer))
    }

    @Test func `a server refuses an SPC with any bit changed`() throws {
        let spc = try exchange.request("film", LicenceTerms(clientIdentifier: "tv")).spc
        for index in spc.indices {
            var changed = spc
            changed[index] ^= 1 << UInt8(index % 8)
            let reason = refusal { _ = try exchange.identity.open(changed) }
            switch index {
            case 0..<4: #expect(reason == .malformed(.request, "does not begin with HSPC"))
            case 4: #expect(reason == .unsupportedVersion(.request, Int(changed[4])))
            case 5..<9, 41..<43: #expect(reason != nil, "byte \(index)")
            case 9..<41: #expect(reason == .unknownCertificate)
            default: #expect(reason == .altered(.request), "byte \(index)")
            }
        }
    }

    @Test func `a client refuses a CKC with any bit changed`() throws {
        let request = try exchange.request()
        let ckc = try exchange.identity.open(request.spc).answer(with: licence)
        for index in ckc.indices {
            for bit in 0..<8 {
                var changed = ckc
                changed[index] ^= 1 << UInt8(bit)
                let reason = refusal { _ = try request.open(changed) }
                switch index {
                case 0..<4: #expect(reason == .malformed(.answer, "does not begin with HCKC"))
                case 4: #expect(reason == .unsupportedVersion(.answer, Int(changed[4])))
                case 5..<9: #expect(reason != nil, "byte \(index)")
                case 9..<41: #expect(reason == .answersAnotherRequest)
                default: #expect(reason == .altered(.answer), "byte \(index)")
                }
            }
        }
    }

    @Test func `a message truncated anywhere is refused`() throws {
        let request = try exchange.request()
        let ckc = try exchange.identity.open(request.spc).answer(with: licence)
        for count in ckc.indices {
            #expect(refusal { _ = try request.open(Array(ckc[..<count])) } == .truncated(.answer))
        }
        for count in request.spc.indices {
            let reason = refusal { _ = try exchange.identity.open(Array(request.spc[..<count])) }
            #expect(reason == .truncated(.request))
        }
    }

    @Test func `a message with trailing bytes is refused`() throws {
        let request = try exchange.request()
        let ckc = try exchange.identity.open(request.spc).answer(with: licence)
        #expect(
            refusal { _ = try request.open(ckc + [0]) } == .malformed(.answer, "bytes follow it"))
        #expect(
            refusal { _ = try request.open(ckc + ckc + ckc + ckc + ckc) }
                == .tooLarge(.answer, limit: 512))
        #expect(
            refusal { _ = try exchange.identity.open(request.spc + [0]) }
                == .malformed(.request, "bytes follow it"))
        let long = request.spc + [UInt8](repeating: 0, count: 4096)
        #expect(
            refusal { _ = try exchange.identity.open(long) } == .tooLarge(.request, limit: 4096))
    }

    @Test func `an invalid request is refused before it is sent`() throws {
        func reason(_ content: [UInt8], _ terms: LicenceTerms) -> LicenceError.Reason? {
            refusal {
                _ = try LicenceRequest(
                    contentIdentifier: content, certificate: exchange.identity.certificate,
                    terms: terms)
            }
        }
        #expect(reason([], LicenceTerms()) == .malformed(.contentIdentifier, "is empty"))
        #expect(reason(Array(repeating: 1, count: 1024), LicenceTerms()) == nil)
        #expect(
            reason(Array(repeating: 1, count: 1025), LicenceTerms())
                == .tooLarge(.contentIdentifier, limit: 1024))
        let long = String(repeating: "x", count: 257)
        #expect(reason([1], LicenceTerms(clientIdentifier: long)) == .tooLarge(.terms, limit: 256))
        for lease in [Duration.zero, .seconds(-1), .seconds(Int64.max), .nanoseconds(0)] {
            #expect(reason([1], LicenceTerms(lease: lease)) != nil, "\(lease)")
        }
        #expect(reason([1], LicenceTerms(lease: .seconds(100 * 365 * 86_400))) == nil)
    }

    @Test func `a server cannot grant a key of another length`() throws {
        let received = try exchange.identity.open(exchange.request().spc)
        for count in [0, 15, 17, 32] {
            let licence = Licence(contentKey: [UInt8](repeating: 1, count: count))
            #expect(refusal { _ = try received.answer(with: licence) } != nil)
        }
    }
}
