import HeadlessPlayback
import OfflineDownloads
import Sessions
import TestSupport
import Testing
import Transport

/// The request options of a download are stored in the catalogue, separately from its video.
@Suite struct StoredRequestOptionsTests {
    private let scratch = ScratchFolder()

    private var options: AssetOptions {
        var options = AssetOptions()
        options.headerFields = [
            HeaderField(name: "X", value: "1"), HeaderField(name: "Y", value: ""),
        ]
        options.headerReach = .notKeys
        options.headerHosts = ["*.example.com"]
        options.cookies = [
            AssetCookie(name: "a", value: "1"),
            AssetCookie(name: "b", value: "2", domain: ".d.com", path: "/p", isSecure: true),
        ]
        options.userAgent = "Agent/1"
        options.allowsCellularAccess = false
        options.allowsExpensiveNetworkAccess = true
        options.allowsConstrainedNetworkAccess = false
        options.overrideMIMEType = "video/mp2t"
        options.referenceRestrictions = .crossSite
        options.primarySessionIdentifier = "id"
        options.logins = [NetrcEntry(machine: nil, login: "u", password: "p")]
        options.allowedHosts = ["a", "*.example.com:443"]
        options.ownLocation = "http://a/x"
        options.cookieReach = SecretReach(reach: .topLevelOnly, ownLocation: "http://b/y")
        options.loginReach = SecretReach(hosts: ["c.example.com"])
        return options
    }

    @Test(arguments: [true, false])
    func `asset options of a video are read back from the catalogue unchanged`(isOfSource: Bool)
        throws
    {
        var video = Video(hlsURL: "http://a/m.m3u8")
        if isOfSource {
            video.sources[0].assetOptions = options
        } else {
            video.assetOptions = options
        }
        let request = DownloadRequest(video: video, sourceURL: "http://a/m.m3u8")
        #expect(request.assetOptions == options)
        #expect(request.video == Video(hlsURL: "http://a/m.m3u8"))
        let token: OfflineVideoToken = "05d0f616-3da7-aacd-1615-f893d25c78e2"
        let record = DownloadRecord(token: token, request: request, startTime: 1)
        let catalogue = try Catalogue(path: scratch.path + "/catalogue.sqlite")
        try catalogue.add(record)
        for _ in 0..<2 {
            let found = try #require(try catalogue.record(of: token))
            #expect(found.request.assetOptions == options)
            #expect(found.request.video == record.request.video)
            try catalogue.update(found)
        }
    }

    @Test(arguments: [SecretReach(), nil])
    func `a narrow reach of cookies stays narrow beside a wide reach of header fields`(
        reach: SecretReach?
    ) throws {
        var options = AssetOptions()
        options.headerReach = .all
        options.cookies = [AssetCookie(name: "a", value: "1")]
        options.logins = [NetrcEntry(machine: nil, login: "u", password: "p")]
        options.cookieReach = reach
        options.loginReach = reach
        var video = Video(hlsURL: "http://a/m.m3u8")
        video.assetOptions = options
        let request = DownloadRequest(video: video, sourceURL: "http://a/m.m3u8")
        let token: OfflineVideoToken = "05d0f616-3da7-aacd-1615-f893d25c78e2"
        let catalogue = try Catalogue(path: scratch.path + "/catalogue.sqlite")
        try catalogue.add(DownloadRecord(token: token, request: request, startTime: 1))
        let found = try #require(try catalogue.record(of: token))
        #expect(found.request.assetOptions.cookieReach == reach)
        #expect(found.request.assetOptions.loginReach == reach)
    }
}
