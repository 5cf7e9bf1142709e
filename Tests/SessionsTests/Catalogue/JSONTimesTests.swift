import Formats
import HeadlessPlayback
import Testing

/// Times in JSON.
@Suite struct JSONTimesTests {
    private func written(_ write: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test func `members keep their order and are separated by commas`() {
        let text = written { json in
            json.object { json in
                json.member("t", MediaTime.milliseconds(-1_005))
                json.member("session", 1)
                json.member("at", Instant(sinceStart: .milliseconds(20)))
                json.key("ranges")
                json.array { json in
                    json.array { $0.value(MediaTime.zero) }
                    json.null()
                    json.object { _ in }
                }
                json.member("live", false)
            }
            json.endLine()
            json.value(2)
        }
        #expect(
            text == """
                {"t":-1.005,"session":1,"at":0.020,"ranges":[[0.000],null,{}],"live":false}
                2
                """)
    }

    @Test(arguments: [
        (-Double.infinity, "\"-inf\""), (.infinity, "\"+inf\""), (.nan, "\"nan\""), (0, "0.000"),
        (12.3456, "12.346"), (-0.001, "-0.001"), (1e300, "\"+inf\""),
    ])
    func `seconds have three decimals, and infinite values are texts`(seconds: Double, text: String)
    {
        #expect(written { $0.value(seconds: seconds) } == text)
    }
}
