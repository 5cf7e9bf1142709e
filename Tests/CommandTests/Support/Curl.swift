import Foundation
import Testing

/// A request by curl, and the response.
struct Curl {
    /// Whether curl is installed.
    static let isAvailable = ["/usr/bin/curl", "/usr/local/bin/curl", "/opt/homebrew/bin/curl"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    /// The code that curl exited with.
    let code: Int32
    /// The HTTP status; 0 when there was no response.
    let status: Int
    /// The duration of the request in seconds.
    let seconds: Double
    let body: [UInt8]
    /// The values of the header fields, by field name in lower case.
    let fields: [String: String]

    /// Sends a request.
    ///
    /// - Parameter arguments: Options and the URL.
    /// - Throws: When curl cannot be started.
    init(_ arguments: String...) throws {
        let folder = ScratchFolder()
        let run = try Playctl(
            command: [
                "curl", "-s", "-D", "\(folder.path)/header", "--output", "\(folder.path)/body",
                "-w",
                "%{stderr}%{http_code} %{time_total}\n",
            ] + arguments
        ).wait()
        code = run.status
        let numbers = try #require(run.errorLines.last).split(separator: " ")
        status = Int(numbers[0]) ?? 0
        seconds = numbers.count > 1 ? Double(numbers[1]) ?? 0 : 0
        body = (try? folder.bytes("body")) ?? []
        var fields: [String: String] = [:]
        for line in folder.text("header").split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        self.fields = fields
    }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}
