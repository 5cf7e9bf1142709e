import TestTools
import Testing
import Transport

/// The delay that an overloaded server requests.
@Suite struct RetryAfterTests {
    static let sunday = "Sun, 06 Nov 1994 08:49:37 GMT"

    func retryAfter(
        _ value: String, status: Int = 503, date: String = sunday
    ) throws -> Duration? {
        let server = try OriginServer(.memory([:]))
        server.order(
            .status(status), .header("Retry-After", value), .header("Date", date), at: "/a")
        let error = #expect(throws: TransportError.self) {
            try HTTPLoader().load(ResourceRequest(url: server.url("/a"), kind: .segment))
        }
        #expect(error?.cause == .status(status))
        return error?.retryAfter
    }

    @Test(
        arguments: [
            ("0", .seconds(0)), ("120", .seconds(120)), ("86400", .seconds(86_400)),
            ("86401", .seconds(86_400)), ("99999999999999999999999", .seconds(86_400)),
            ("Sun, 06 Nov 1994 08:51:37 GMT", .seconds(120)),
            ("Sunday, 06-Nov-94 08:50:37 GMT", .seconds(60)),
            ("Sun Nov  6 08:49:40 1994", .seconds(3)),
            ("Mon, 07 Nov 1994 00:00:00 GMT", .seconds(54_623)),
            ("Wed, 01 Mar 2000 00:00:00 GMT", .seconds(86_400)),
            ("Sun, 06 Nov 1994 08:00:00 GMT", .zero),
        ] as [(String, Duration)])
    func `Retry-After is seconds or a server date, limited to a day`(
        value: String, wait: Duration
    ) throws {
        #expect(try retryAfter(value) == wait)
    }

    @Test(arguments: [
        "", "-5", "1.5", "soon", "Sun, 06 Nov 1994", "Sun, 32 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "5 minutes",
    ])
    func `an invalid Retry-After value is ignored`(value: String) throws {
        #expect(try retryAfter(value) == nil)
    }

    @Test func `Retry-After applies only to statuses that define it`() throws {
        #expect(try retryAfter("7", status: 429) == .seconds(7))
        #expect(try retryAfter("7", status: 404) == nil)
        #expect(try retryAfter("7", status: 500) == nil)
    }

    @Test func `the delay until a Retry-After date includes a leap day`() throws {
        let wait = try retryAfter(
            "Fri, 01 Mar 2024 00:00:00 GMT", date: "Wed, 28 Feb 2024 23:00:00 GMT")
        #expect(wait == .seconds(86_400))
        let year = try retryAfter(
            "Tue, 01 Mar 2022 00:00:00 GMT", date: "Mon, 28 Feb 2022 23:00:00 GMT")
        #expect(year == .seconds(3600))
    }
}
