#if os(Linux)
    import Foundation
    import HeadlessPlayback
    import OfflineDownloads
    import TestSupport
    import Testing
    import VirtualTime

    /// If a verb is killed at any writing system call, other verbs can complete its work.
    ///
    /// A seeded sample of these calls is tried; `KILL_POINTS=all` tries every call.
    @Suite(.enabled(if: KillPoints.isAvailable, "strace may not trace processes here"), .serialized)
    struct OfflineKillPointTests {
        enum Verb: String, CaseIterable {
            case download, resume, repair, renew, delete, export
        }

        private static let sampleSize = 3
        private static let playlist = "/protected-cbcs/index.m3u8"

        private let shelf = OfflineShelf()
        private let server: OriginServer
        private let keyServer: KeyServerRun

        init() throws {
            server = try OriginServer(.folder(SampleMedia.folder))
            let keys = try shelf.scratch.makeFolder("keys")
            try FileManager.default.copyItem(
                atPath: ProtectedSample.cbcs.folder + "/policies.json",
                toPath: keys + "/policies.json")
            keyServer = try KeyServerRun(keys)
        }

        private var licences: [String] { ["--key-server", keyServer.url] }

        private func run(_ arguments: [String]) throws -> Playctl.Outcome {
            try Playctl(shelf.line(arguments)).wait()
        }

        private func download() throws -> Playctl.Outcome {
            try run(["download", server.url(Self.playlist)] + licences)
        }

        /// Prepares the store for a verb, and returns a download's token and complete package.
        private func prepare(_ verb: Verb) throws -> (token: String, whole: [String: [UInt8]]) {
            try #require(try download().status == 0)
            let token = try shelf.token()
            let whole = try shelf.package(token)
            let video = "\(shelf.path)/packages/\(token)/video/"
            switch verb {
            case .download: try FileManager.default.removeItem(atPath: shelf.path)
            case .resume:
                // A download whose last file is missing on the disk and in the catalogue.
                try FileManager.default.removeItem(atPath: video + "000003.m4s")
                let folder = try StoreFolder(path: shelf.path)
                let catalogue = try Catalogue(path: folder.cataloguePath)
                let download = OfflineVideoToken(rawValue: token)
                let places = try catalogue.resources(of: download).filter {
                    $0.resource.name == "video/000003.m4s"
                }
                try catalogue.noteMissing(places.map(\.ordinal), of: download)
            case .repair:
                try FileManager.default.removeItem(atPath: video + "000001.m4s")
                try shelf.scratch.put(
                    [1, 2, 3] as [UInt8], at: "store/packages/\(token)/video/000002.m4s")
                try shelf.scratch.put([1] as [UInt8], at: "store/packages/\(token)/index.m3u8")
                try shelf.scratch.put([1] as [UInt8], at: "store/packages/\(token)/video/stray")
            case .renew, .delete, .export: break
            }
            return (token, whole)
        }

        private func line(_ verb: Verb, _ token: String) -> [String] {
            let arguments =
                switch verb {
                case .download: ["download", server.url(Self.playlist)] + licences
                case .resume, .repair: [verb.rawValue, token] + licences
                case .renew: ["renew", token, "--rental", "30d"] + licences
                case .delete: ["delete", token]
                case .export: ["export", token, copy]
                }
            return [Playctl.path] + shelf.line(arguments)
        }

        private var copy: String { shelf.scratch.path + "/copy" }

        private static func sample(_ points: [KillPoints.Point]) -> [KillPoints.Point] {
            if ProcessInfo.processInfo.environment["KILL_POINTS"] == "all" { return points }
            var random = SeededRandom(seed: 15)
            var rest = points
            return (0..<min(sampleSize, rest.count)).map { _ in
                rest.remove(at: Int(random.next() % UInt64(rest.count)))
            }
        }

        @Test func `a deletion is synchronized to the disk before its files are removed`() throws {
            let (token, _) = try prepare(.delete)
            let log = shelf.scratch.path + "/order"
            let run = try Playctl(
                command: [
                    "strace", "-f", "-y", "-qq", "-o", log, "-e",
                    "trace=pwrite64,fdatasync,fsync,unlinkat",
                ] + line(.delete, token)
            ).wait()
            #expect(run.status == 0)
            let calls = shelf.scratch.text("order").split(separator: "\n")
            let removal = try #require(
                calls.firstIndex { $0.contains("unlinkat") && $0.contains("packages/\(token)") })
            let written = try #require(
                calls[..<removal].lastIndex { $0.contains("catalogue.sqlite-wal") })
            #expect(calls[written].contains("sync("), "\(calls[written])")
        }

        @Test(arguments: Verb.allCases)
        func `other verbs complete the work of a verb that was killed at a writing system call`(
            verb: Verb
        ) throws {
            let (token, whole) = try prepare(verb)
            let template = shelf.scratch.path + "/template"
            let files = FileManager.default
            if verb != .download { try files.moveItem(atPath: shelf.path, toPath: template) }
            func restore() throws {
                for path in [shelf.path, copy] where files.fileExists(atPath: path) {
                    try files.removeItem(atPath: path)
                }
                if verb != .download { try files.copyItem(atPath: template, toPath: shelf.path) }
            }
            try restore()
            let points = try KillPoints.find(line(verb, token), in: shelf.scratch)
            #expect(!points.isEmpty)
            let tried = Self.sample(points)
            var killed = 0
            for point in tried {
                try restore()
                let run = try KillPoints.kill(line(verb, token), at: point)
                // Threads share the work differently in each run, so a run may end before any
                // thread makes the chosen call. In that case, the verb is not killed.
                if run.status == -9 { killed += 1 }
                let problem = try problem(after: verb, token, whole)
                #expect(problem == nil, "\(verb) killed at \(point): \(problem ?? "")")
            }
            print("kill points of \(verb): \(points.count), tried \(tried.count), killed \(killed)")
            #expect(killed > 0)
        }

        /// Inspects the store, and runs other verbs to complete the work of the killed verb.
        ///
        /// - Returns: The problem; `nil` when there is none.
        private func problem(
            after verb: Verb, _ token: String, _ whole: [String: [UInt8]]
        ) throws -> String? {
            switch verb {
            case .delete: return try problemOfDeletion(of: token)
            case .renew:
                // The download must have the complete old licence or the complete new one.
                return try problem(with: whole) ?? failure(["play", token])
            case .export:
                // A copy that contains `index.m3u8`, the playlist to open, must be complete.
                let exported = (try? shelf.files(in: copy)) ?? [:]
                if exported["index.m3u8"] != nil, exported != whole { return "half a copy" }
                return try problem(with: whole)
            case .download:
                let line = ["download", server.url(Self.playlist)] + licences
                return try failure(line) ?? problem(with: whole)
            case .resume, .repair:
                return try lie(about: token, whole) ?? mend(token) ?? problem(with: whole)
            }
        }

        /// Returns the output of a verb that fails; `nil` when it succeeds.
        private func failure(_ arguments: [String]) throws -> String? {
            let run = try run(arguments)
            return run.status == 0 ? nil : "\(arguments): \(run.output)\(run.errors)"
        }

        /// Returns an error text if a verb succeeds despite an incomplete package; otherwise `nil`.
        private func lie(about token: String, _ whole: [String: [UInt8]]) throws -> String? {
            let target = shelf.scratch.path + "/early"
            defer { try? FileManager.default.removeItem(atPath: target) }
            if try failure(["export", token, target]) == nil,
                try shelf.files(in: target) != whole
            {
                return "a copy that is not whole"
            }
            if try failure(["verify", token]) == nil, try shelf.package(token) != whole {
                return "a package that is not whole is verified"
            }
            return nil
        }

        /// Repairs a package, and resumes its download if the tool recommends a resumption.
        private func mend(_ token: String) throws -> String? {
            guard let text = try failure(["repair", token] + licences) else { return nil }
            guard text.contains("'playctl offline resume \(token)'") else { return text }
            return try failure(["resume", token] + licences)
        }

        private func problem(with whole: [String: [UInt8]]) throws -> String? {
            if let text = try failure(["verify"]) { return text }
            let state = try shelf.state()
            guard state == "completed" else { return "it is \(state)" }
            let target = shelf.scratch.path + "/late"
            defer { try? FileManager.default.removeItem(atPath: target) }
            if let text = try failure(["export", try shelf.token(), target]) { return text }
            return try shelf.files(in: target) == whole ? nil : "the copy differs"
        }

        private func problemOfDeletion(of token: String) throws -> String? {
            if try !shelf.list().isEmpty {
                let text = try failure(["verify"]) ?? failure(["delete", token])
                if let text { return text }
            }
            // The verbs that were run after the kill must have finished the deletion.
            guard try shelf.list().isEmpty else { return "it is still listed" }
            guard !FileManager.default.fileExists(atPath: "\(shelf.path)/packages/\(token)") else {
                return "its package is left"
            }
            let verify = try run(["verify"])
            return verify.status == 0 && verify.errors.isEmpty ? nil : verify.errors
        }
    }

    /// A key server that runs as long as this object exists.
    private final class KeyServerRun {
        let url: String
        private let run: Playctl

        init(_ store: String) throws {
            run = try Playctl(["keyserver", "--store", store, "--quiet"])
            url = try run.firstLine()
        }

        deinit {
            run.terminate()
            _ = run.wait()
        }
    }
#endif
