import Testing
import Transport

@Suite struct DataLoaderTests {
    let loader = DataLoader()

    @Test(arguments: [
        ("data:,abc", "abc", "text/plain;charset=US-ASCII"),
        ("DATA:,a%20b%zz", "a b%zz", "text/plain;charset=US-ASCII"),
        ("data:;charset=utf-8,%C3%A4", "ä", "text/plain;charset=utf-8"),
        ("data:text/vtt,WEBVTT%0A", "WEBVTT\n", "text/vtt"),
        ("data:a/b;base64,YWJj", "abc", "a/b"),
        ("data:a/b;BASE64 ,YW%4Aj", "abc", "a/b"),
        ("data:a/b;base64,YW I=", "ab", "a/b"),
        ("data:a/b;base64,YWI", "ab", "a/b"),
        ("data:a/b;base64,YQ==", "a", "a/b"),
        ("data:a/b;base64,", "", "a/b"),
        ("data:a/b,a,b", "a,b", "a/b"),
        ("data:a/b,abc#fragment", "abc", "a/b"),
    ])
    func `a data URL contains the bytes and the type`(url: String, text: String, type: String)
        throws
    {
        let response = try loader.load(ResourceRequest(url: url, kind: .other))
        #expect(try response.body.bytes() == Array(text.utf8))
        #expect(response.contentType == type)
    }

    @Test(arguments: [
        "data:", "data:abc", "data:a/b;base64,Y", "data:a/b;base64,YW=j", "data:a/b;base64,YW*j",
        "data:a/b;base64,YWJj=", "data:a/b;base64,YQ=",
    ])
    func `a malformed data URL is an error`(url: String) {
        let error = #expect(throws: TransportError.self) {
            try loader.load(ResourceRequest(url: url, kind: .other))
        }
        guard case .malformedURL = error?.cause else {
            Issue.record("\(url): \(String(describing: error))")
            return
        }
    }

    @Test func `a byte range of a data URL is cut out`() throws {
        let url = "data:,abcdefghij"
        let request = ResourceRequest(url: url, kind: .other, byteRange: 2..<4)
        #expect(try loader.load(request).body.bytes() == Array("cd".utf8))
    }

    @Test func `the size of a data URL is limited`() {
        for url in ["data:,abcdefghij", "data:," + String(repeating: "x", count: 10_000)] {
            let error = #expect(throws: TransportError.self) {
                try loader.load(ResourceRequest(url: url, kind: .key, maximumByteCount: 9))
            }
            #expect(error?.cause == .tooLarge(limit: 9))
        }
    }
}
