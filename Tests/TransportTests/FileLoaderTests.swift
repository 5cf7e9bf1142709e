import TestTools
import Testing
import Transport
import VirtualTime

@Suite struct FileLoaderTests {
    let folder = ScratchFolder()
    let loader = FileLoader()
    let letters = Array("abcdefghij".utf8)

    func cause(_ request: ResourceRequest) -> TransportError.Cause? {
        do throws(TransportError) {
            _ = try loader.load(request)
            return nil
        } catch {
            return error.cause
        }
    }

    @Test func `a path is taken literally`() throws {
        let path = folder.put(letters, at: "a%20b ä?.ts")
        let response = try loader.load(ResourceRequest(url: path, kind: .segment))
        #expect(try response.body.bytes() == letters)
        #expect(response.totalByteCount == 10)
        #expect(response.status == nil)
    }

    @Test func `a file URL is decoded and loses query and fragment`() throws {
        folder.put(letters, at: "a b ä?.ts")
        for prefix in ["file://", "file:", "FILE://localhost"] {
            let url = "\(prefix)\(folder.path)/a%20b%20%C3%a4%3f.ts?token=1#t=3"
            let response = try loader.load(ResourceRequest(url: url, kind: .segment))
            #expect(try response.body.bytes() == letters)
            #expect(response.url == url)
        }
    }

    @Test func `the URL of a path locates the same file`() throws {
        let path = folder.put(letters, at: "100%25 #1?ü.ts")
        let url = LocalPath.url(path)
        #expect(url.hasPrefix("file:///") && url.hasSuffix("100%2525%20%231%3F%C3%BC.ts"))
        let response = try loader.load(ResourceRequest(url: url, kind: .segment))
        #expect(response.body.byteCount == 10)
        #expect(LocalPath.url("a.m3u8").hasPrefix("file:///"))
        #expect(LocalPath.url("//a//b/ c") == "file:///a/b/%20c")
        #expect(LocalPath.path(ofFileURL: "file:///a/b/%20c%C3%A9") == "/a/b/ cé")
        #expect(LocalPath.path(ofFileURL: "https://host/a") == nil)
        #expect(LocalPath.url("https://host/a.m3u8") == "https://host/a.m3u8")
        #expect(LocalPath.url(url) == url)
    }

    @Test func `a percent sign without digits is literal`() throws {
        folder.put(letters, at: "50%zz%4")
        let url = "file://\(folder.path)/50%zz%4"
        #expect(try loader.load(ResourceRequest(url: url, kind: .other)).body.byteCount == 10)
    }

    @Test(arguments: [
        (0, 10, "abcdefghij"), (0, 1, "a"), (3, 7, "defg"), (9, 10, "j"), (4, 4, ""),
    ])
    func `only the byte range is loaded`(from: Int64, to: Int64, text: String) throws {
        let path = folder.put(letters, at: "a.ts")
        let request = ResourceRequest(url: path, kind: .segment, byteRange: from..<to)
        let response = try loader.load(request)
        #expect(try response.body.bytes() == Array(text.utf8))
        #expect(response.totalByteCount == 10)
    }

    @Test func `a byte range beyond the end is an error`() {
        let path = folder.put(letters, at: "a.ts")
        var request = ResourceRequest(url: path, kind: .segment, byteRange: 8..<12)
        #expect(cause(request) == .endsWithinRange(expected: 4, available: 2))
        request.byteRange = 10..<12
        #expect(cause(request) == .rangeNotSatisfied)
        request.byteRange = -1..<2
        #expect(cause(request) == .rangeNotSatisfied)
        request.byteRange = Int64.max - 1..<Int64.max
        #expect(cause(request) == .rangeNotSatisfied)
    }

    @Test func `a byte range may end early when that is accepted`() throws {
        let path = folder.put(letters, at: "a.ts")
        var request = ResourceRequest(url: path, kind: .segment, byteRange: 8..<12)
        request.acceptsShorterRange = true
        #expect(try loader.load(request).body.bytes() == Array("ij".utf8))
    }

    @Test func `the error for an unreadable file states the cause`() {
        let missing = folder.path + "/missing.ts"
        #expect(cause(ResourceRequest(url: missing, kind: .segment)) == .notFound)
        let below = folder.put(letters, at: "a.ts") + "/b.ts"
        #expect(cause(ResourceRequest(url: below, kind: .segment)) == .notFound)
        #expect(cause(ResourceRequest(url: folder.path, kind: .segment)) == .isDirectory)
        let pipe = folder.makePipe("pipe")
        #expect(
            cause(ResourceRequest(url: pipe, kind: .segment)) == .unreadable("not a regular file"))
        let loop = folder.makeLink("loop", to: "loop")
        #expect(
            cause(ResourceRequest(url: loop, kind: .segment))
                == .unreadable("too many symbolic links"))
        let long = folder.path + "/" + String(repeating: "x", count: 5000)
        #expect(
            cause(ResourceRequest(url: long, kind: .segment)) == .unreadable("the name is too long")
        )
    }

    @Test(arguments: ["", "file:", "file://host/a.ts", "a\0b", "file:///a%00b"])
    func `an invalid path is an error`(url: String) {
        guard case .malformedURL = cause(ResourceRequest(url: url, kind: .segment)) else {
            Issue.record("\(url) was taken for a path")
            return
        }
    }

    @Test func `a file beyond the size limit is refused, but not a byte range within the limit`()
        throws
    {
        let path = folder.put(letters, at: "a.ts")
        var request = ResourceRequest(url: path, kind: .segment, maximumByteCount: 9)
        #expect(cause(request) == .tooLarge(limit: 9))
        request.byteRange = 1..<10
        #expect(try loader.load(request).body.byteCount == 9)
    }

    @Test func `a cancelled request is not begun`() {
        let flag = CancellationFlag()
        flag.cancel()
        let request = ResourceRequest(url: folder.path, kind: .segment, cancellation: flag)
        #expect(cause(request) == .cancelled)
    }

    @Test func `no path leads out of the root`() throws {
        let root = folder.makeFolder("root")
        let outside = folder.put(letters, at: "secret")
        folder.put(letters, at: "root/a.ts")
        let link = folder.makeLink("root/link", to: outside)
        let inner = folder.makeLink("root/inner", to: "a.ts")
        let neighbour = folder.makeFolder("rootling")
        folder.put(letters, at: "rootling/b")
        let confined = try FileLoader(root: root)
        #expect(
            try confined.load(ResourceRequest(url: inner, kind: .segment)).body.byteCount == 10)
        for url in [outside, link, root + "/../secret", neighbour + "/b", root] {
            let error = #expect(throws: TransportError.self) {
                try confined.load(ResourceRequest(url: url, kind: .segment))
            }
            #expect(error?.cause == .forbidden("outside the permitted directory"))
        }
    }

    @Test func `a file that shrinks during reading is an error and no crash`() throws {
        let path = folder.put([UInt8](repeating: 7, count: 100_000), at: "a.ts")
        let body = try loader.load(ResourceRequest(url: path, kind: .segment)).body
        folder.cut("a.ts", to: 5000)
        let error = #expect(throws: TransportError.self) { try body.bytes() }
        #expect(error?.cause == .truncated(expected: 100_000, received: 5000))
    }
}
