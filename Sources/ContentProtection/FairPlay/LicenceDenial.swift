import Formats
import Sessions
import Transport

/// The denial of a licence by a key server: a JSON object with `error_code` and `message`.
struct LicenceDenial: Equatable {
    /// The code of an expired licence.
    static let expired = "licence_expired"

    let code: String
    let message: String

    /// Whether the licence was denied because it has expired.
    var isExpiry: Bool { code == Self.expired }

    /// Parses the body of a response; `nil` if it is not a denial.
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
