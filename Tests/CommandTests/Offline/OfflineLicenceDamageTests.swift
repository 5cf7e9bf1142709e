import Foundation
import HeadlessPlayback
import OfflineDownloads
import TestSupport
import Testing

/// Unusable stored licences are reported by every verb that reads them.
@Suite struct OfflineLicenceDamageTests {
    private let shelf = OfflineShelf()

    /// The damage to a stored licence.
    enum Damage: String, CaseIterable {
        case noSealingKey, otherSealingKey, cutSealingKey, noSecret, otherSecret, noRow
    }

    private func protected() throws -> String {
        let run = try run("download", ProtectedSample.cbcs.path, key: ProtectedSample.key)
        #expect(run.status == 0, "\(run.errors)")
        return try shelf.token()
    }

    /// Runs a subcommand with a key server that grants one content key.
    private func run(_ arguments: String..., key: String) throws -> Playctl.Outcome {
        let keys = ScratchFolder()
        try keys.put("{\"protected-cbcs\": {\"key\": \"\(key)\"}}", at: "policies.json")
        let keyServer = try Playctl(["keyserver", "--store", keys.path, "--listen", "127.0.0.1:0"])
        let address = try keyServer.firstLine()
        let run = try Playctl.run(shelf.line(arguments + ["--key-server", address]))
        keyServer.terminate()
        #expect(keyServer.wait().status == 0)
        return run
    }

    private func apply(_ damage: Damage, _ token: OfflineVideoToken) throws {
        let key = "store/licence.key"
        let catalogue = try Catalogue(path: shelf.path + "/catalogue.sqlite")
        switch damage {
        case .noSealingKey: try shelf.scratch.remove(key)
        case .otherSealingKey, .cutSealingKey:
            let bytes = try shelf.scratch.bytes(key)
            let handle = try FileHandle(
                forWritingTo: URL(fileURLWithPath: shelf.path + "/licence.key"))
            try handle.write(contentsOf: damage == .cutSealingKey ? [] : bytes.map { $0 ^ 1 })
            if damage == .cutSealingKey { try handle.truncate(atOffset: 3) }
        case .noSecret: try catalogue.removeLicences(of: token)
        case .otherSecret:
            try catalogue.setLicence([UInt8](repeating: 7, count: 80), ordinal: 0, of: token)
        case .noRow: try catalogue.setLicenceKeys([], of: token)
        }
    }

    @Test func `a complete protected download without the dates of its licence fails`() throws {
        let token = try protected()
        let catalogue = try Catalogue(path: shelf.path + "/catalogue.sqlite")
        var record = try #require(try catalogue.record(of: OfflineVideoToken(rawValue: token)))
        record.licenceRequestTime = nil
        try catalogue.update(record)
        let complaint =
            "the licence cannot be used: there is no licence; 'playctl offline renew \(token)'"
            + " requests it again"
        let verify = try shelf.run("verify", token)
        #expect(verify.status == 1)
        #expect(verify.output.contains(complaint), "\(verify.output)")
        for verb in [["download", ProtectedSample.cbcs.path], ["repair", token]] {
            let run = try Playctl.run(shelf.line(verb))
            #expect(run.status == 1, "\(verb)")
            #expect(run.errors.contains(complaint), "\(run.errors)")
        }
        let licences = try shelf.run("licenses")
        #expect(licences.status == 1)
        #expect(licences.output == "\(token)  no licence\n")
    }

    @Test func `a licence whose key decrypts none of the media is reported until it is renewed`()
        throws
    {
        let wrong = String(repeating: "5a", count: 16)
        let run = try run("download", ProtectedSample.cbcs.path, key: wrong)
        let complaint = "the licence cannot be used: its key decrypts none of the segments of "
        #expect(run.status == 1)
        #expect(run.errors.contains(complaint), "\(run.errors)")
        let token = try shelf.token()
        let verify = try shelf.run("verify", token)
        #expect(verify.status == 1)
        #expect(verify.output.contains(complaint), "\(verify.output)")
        let repair = try shelf.run("repair", token)
        #expect(repair.status == 1)
        #expect(repair.errors.contains(complaint), "\(repair.errors)")
        #expect(try self.run("renew", token, key: ProtectedSample.key).status == 0)
        #expect(try shelf.run("verify", token).status == 0)
        #expect(try shelf.run("play", token, "--quiet").status == 0)
    }

    @Test func `a download with other terms than its licence has fails`() throws {
        _ = try protected()
        let path = ProtectedSample.cbcs.path
        #expect(try shelf.run("download", path).status == 0)
        #expect(try shelf.run("download", path, "--purchase").status == 0)
        let rental = try shelf.run("download", path, "--rental", "30d", "--play-duration", "48h")
        #expect(rental.status == 1)
        #expect(
            rental.errors.contains(
                "the licence was requested as a purchase, and not as a rental of 30d with 2d of"
                    + " playback; 'playctl offline renew "), "\(rental.errors)")
    }

    @Test func `a download whose licence has run out fails`() throws {
        let token = OfflineVideoToken(rawValue: try protected())
        let catalogue = try Catalogue(path: shelf.path + "/catalogue.sqlite")
        var record = try #require(try catalogue.record(of: token))
        record.licenceExpiration = record.licenceRequestTime
        try catalogue.update(record)
        let run = try shelf.run("download", ProtectedSample.cbcs.path)
        #expect(run.status == 1)
        #expect(run.errors.contains("the licence has run out; 'playctl offline renew "))
    }

    @Test(arguments: Damage.allCases)
    func `an unusable licence is not called valid`(damage: Damage) throws {
        let token = try protected()
        #expect(try shelf.run("licenses").status == 0)
        #expect(try shelf.run("verify", token).status == 0)
        try apply(damage, OfflineVideoToken(rawValue: token))
        let licences = try shelf.run("licenses")
        #expect(licences.status == 1)
        #expect(licences.output.contains("purchase  unusable ("), "\(licences.output)")
        #expect(!licences.output.contains("valid"))
        let json = try shelf.run("licenses", "--json")
        #expect(json.status == 1)
        #expect(json.output.contains("\"valid\":false"), "\(json.output)")
        let verify = try shelf.run("verify", token)
        #expect(verify.status == 1)
        #expect(verify.output.contains("the licence cannot be used: "), "\(verify.output)")
        #expect(try shelf.run("status", token).output.contains("unusable ("))
        #expect(try shelf.run("play", token, "--quiet").status == 1)
        for verb in [["download", ProtectedSample.cbcs.path], ["repair", token]] {
            let run = try Playctl.run(shelf.line(verb))
            #expect(run.status == 1, "\(verb)")
            #expect(run.errors.contains("the licence cannot be used: "), "\(run.errors)")
        }
        if damage == .noRow {
            let renew = try shelf.run("renew", token)
            #expect(renew.status == 1)
            #expect(renew.errors.contains("the catalogue has lost the licence"), "\(renew.errors)")
        }
    }
}
