import Sessions
import Transport

/// What a key server says when it denies a licence: a JSON object with `error_code` and `message`.
struct LicenceDenial: Equatable {
    /// The code of a licence that has run out.
    static let expired = "licence_expired"

    let code: String
    let message: String

    /// Whether the licence has run out, and was not denied for another reason.
    var isExpiry: Bool { code == Self.expired }

    /// Reads the body of an answer; `nil` when it is something else.
    init?(_ body: [UInt8]) {
        guard let value = try? JSONReader.read(body),
            case .string(let code)? = value["error_code"]
        else { return nil }
        self.code = SafeText.line(code)
        guard case .string(let message)? = value["message"] else {
            self.message = self.code
            return
        }
        self.message = SafeText.line(message)
    }
}
