import Driver
import ContentProtection
import Playlists

/// The kinds of input; the first byte of the input selects the kind.
private enum Kind: UInt8, CaseIterable {
    case request, changedRequest, requestBody, answer, answerBody, policies, certificate
}

/// A licence server, one client's request, and the server's answer to this request.
private struct Parties {
    let identity: ServerIdentity
    let request: LicenceRequest
    let answer: [UInt8]

    init() throws {
        identity = try ServerIdentity(generatingNamed: "fuzz", from: 0)
        request = try LicenceRequest(
            contentIdentifier: [1], certificate: identity.certificate,
            terms: LicenceTerms(clientIdentifier: "a"))
        answer = try identity.open(request.spc).answer(
            with: Licence(contentKey: [UInt8](repeating: 1, count: 16)))
    }
}

private nonisolated(unsafe) let parties = try? Parties()

/// Reads bytes as a message, as the sealed part of a message, as policies or as a certificate.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let parties else { fatalError("no key could be made") }
    let bytes = Array(input.dropFirst())
    switch Kind(rawValue: (input.first ?? 0) % UInt8(Kind.allCases.count)) {
    case .request:
        if (try? parties.identity.open(bytes)) != nil { fatalError("a forged SPC was opened") }
    case .changedRequest:
        let changed = overwrite(parties.request.spc, with: bytes)
        guard changed != parties.request.spc else { break }
        if (try? parties.identity.open(changed)) != nil { fatalError("a changed SPC was opened") }
    case .requestBody:
        guard let body = try? RequestBody(bytes) else { break }
        guard (try? body.bytes()) == bytes else { fatalError("not written as it was read") }
    case .answer:
        let changed = overwrite(parties.answer, with: bytes)
        guard changed != parties.answer else { break }
        if (try? parties.request.open(changed)) != nil { fatalError("a changed CKC was opened") }
    case .answerBody:
        guard let body = try? AnswerBody(bytes) else { break }
        guard (try? body.bytes()) == bytes else { fatalError("not written as it was read") }
    case .policies: serve(bytes, parties)
    case .certificate: seal(bytes, parties)
    case nil: break
    }
    return 0
}

/// Returns `bytes` with a part replaced by all bytes of `others` except the first.
///
/// The first byte of `others` selects the start of the part.
private func overwrite(_ bytes: [UInt8], with others: [UInt8]) -> [UInt8] {
    let start = Int(others.first ?? 0) * bytes.count / 256
    let middle = others.dropFirst()
    return Array(bytes[..<start] + middle + bytes[start...].dropFirst(middle.count))
}

/// Fails when a server with the policies gives an invalid answer.
///
/// An answer is invalid if its delay is negative, or if its status is not 200 and its body is
/// empty. The key in a licence must equal the key that the server returns when a client requests
/// the content's key directly.
private func serve(_ bytes: [UInt8], _ parties: Parties) {
    guard let policies = try? KeyPolicies(json: bytes) else { return }
    var server = KeyServer(identity: parties.identity, policies: policies)
    let request = KeyServerRequest(method: "POST", path: "/licence", body: parties.request.spc)
    for time in [0, Int64.max, Int64.min, -1] {
        let answer = server.answer(request, at: DateTime(millisecondsSince1970: time))
        guard answer.delay >= .zero, answer.status == 200 || !answer.body.isEmpty else {
            fatalError("an answer that cannot be")
        }
    }
    func first(_ request: KeyServerRequest) -> KeyServerAnswer {
        var server = KeyServer(identity: parties.identity, policies: policies)
        return server.answer(request, at: DateTime(millisecondsSince1970: 0))
    }
    if let licence = try? parties.request.open(first(request).body) {
        let key = first(KeyServerRequest(path: "/key/\u{1}"))
        guard key.status == 200, key.body == licence.contentKey else {
            fatalError("the licence has another key")
        }
    }
    for identifier in policies.identifiers {
        _ = server.answer(
            KeyServerRequest(path: "/key/" + identifier), at: DateTime(millisecondsSince1970: 0))
    }
}

/// Creates a licence request if the bytes are a certificate.
///
/// The request must be readable only by the server that owns the certificate.
private func seal(_ bytes: [UInt8], _ parties: Parties) {
    guard let certificate = try? ApplicationCertificate(der: bytes) else { return }
    guard certificate.der == bytes, (try? ApplicationCertificate(der: bytes)) == certificate else {
        fatalError("not kept as it was read")
    }
    guard let request = try? LicenceRequest(contentIdentifier: [1], certificate: certificate),
        certificate != parties.identity.certificate
    else { return }
    if (try? parties.identity.open(request.spc)) != nil { fatalError("opened by another server") }
}

@main
enum LicenceFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
