import Formats
import HeadlessPlayback
import Transport

/// The keys of a scenario for the request header fields and cookies of its assets.
///
/// A value may refer to environment variables, so that a file need not contain secrets. Error
/// messages never contain the value.
enum RequestSection {
    /// The keys `headers`, `cookies`, `user-agent` and `header-hosts`.
    static let fields: [Field<ScenarioDraft>] = [
        Field(
            "headers", Shape(namedTexts, read: headerFields),
            "Header fields for the assets, sent to their own hosts; ${NAME} is an environment"
                + " variable."
        ) { $0.requests.headerFields = $1 },
        Field(
            "cookies", Shape(namedTexts, read: cookies),
            "Cookies for the assets, sent to their own hosts; ${NAME} is an environment variable."
        ) { $0.requests.cookies = $1 },
        Field(
            "user-agent", Shape(Shape<String>.text.schema, read: userAgent),
            "The User-Agent of the requests for assets."
        ) { $0.requests.userAgent = $1 },
        Field(
            "header-hosts", Shape<String>.text.narrowed(host).list(),
            "Hosts that receive the header fields and cookies too."
        ) { $0.requests.headerHosts = $1 },
    ]

    private static let namedTexts = SchemaNode.object([
        ("type", .text("object")),
        ("additionalProperties", .object([("type", .text("string"))])),
    ])

    private static func headerFields(
        _ value: FileValue
    ) throws(ScenarioFileError) -> [HeaderField] {
        var fields: [HeaderField] = []
        for member in try members(of: value) {
            let field = HeaderField(name: member.name, value: member.text)
            if let problem = HeaderFieldRules.problem(of: field) {
                throw member.value.error(.unreadable(problem))
            }
            fields.append(field)
        }
        return fields
    }

    private static func cookies(_ value: FileValue) throws(ScenarioFileError) -> [AssetCookie] {
        var cookies: [AssetCookie] = []
        for member in try members(of: value) {
            let cookie = AssetCookie(name: member.name, value: member.text)
            if let problem = cookie.problem { throw member.value.error(.unreadable(problem)) }
            cookies.append(cookie)
        }
        return cookies
    }

    private static func userAgent(_ value: FileValue) throws(ScenarioFileError) -> String {
        let text = try expanded(value)
        guard HeaderFieldRules.isValue(text) else {
            throw value.error(.unreadable("the user agent has a control character"))
        }
        return text
    }

    private static func host(
        _ text: String, _ value: FileValue
    ) throws(ScenarioFileError) -> String {
        guard HostPattern(text) != nil else {
            throw value.unexpected("a host such as example.com, *.example.com or 127.0.0.1:8080")
        }
        return text
    }

    /// A header field or a cookie: its name, and its value with environment variables expanded.
    private struct Member {
        let name: String
        let text: String
        let value: FileValue
    }

    private static func members(of value: FileValue) throws(ScenarioFileError) -> [Member] {
        guard case .mapping(let members) = value.node.content else {
            // The error omits the value, because a user may have written a secret here by mistake.
            throw value.error(
                .unexpected(found: "another value", expected: "names with their values"))
        }
        var found: [Member] = []
        for member in members {
            let place = value.member(member)
            found.append(Member(name: member.key, text: try expanded(place), value: place))
        }
        return found
    }

    private static func expanded(_ value: FileValue) throws(ScenarioFileError) -> String {
        guard let text = value.word else {
            throw value.error(.unexpected(found: "another value", expected: "a text"))
        }
        do throws(VariableText.Unset) {
            return try VariableText.expanded(text, value.surroundings.environment)
        } catch {
            throw value.error(.unsetVariable(error.name))
        }
    }
}
