import Testing

/// Rules that the compiler cannot check, for the files below `Sources`.
///
/// A failure states the location and the reason for the rule. A rule that has lost its reason is
/// removed, not worked around.
@Suite struct SourceRuleTests {
    @Test func `simulation code does not use the wall clock, except in two files`() {
        let words = [
            "Date(", "Date.now", "ContinuousClock", "SuspendingClock", "Task.sleep", "DispatchTime",
            "clock_gettime", "gettimeofday", "nanosleep", "usleep",
        ]
        expectNone(
            of: words, in: SourceFile.belowTheRoof,
            except: ["VirtualTime/Pacer.swift", "VirtualTime/Inbox.swift"],
            because: "the event loop alone moves time; the same input must give the same trace")
    }

    @Test func `random numbers come from a seed`() {
        let words = [
            "SystemRandomNumberGenerator", ".random(", ".randomElement(", ".shuffle(", ".shuffled(",
            "arc4random", "UUID(", "hashValue", "RAND_bytes", "RAND_priv_bytes",
        ]
        let rooms = [
            "VirtualTime/SeededRandom.swift", "ContentProtection/Ciphers/Randomness.swift",
        ]
        expectNone(
            of: words, in: SourceFile.belowTheRoof, except: rooms,
            because: "system randomness and seeded hashing differ from run to run")
    }

    @Test func `simulation code does not read the environment, locale or time zone`() {
        let words = ["getenv", "ProcessInfo", "Locale", "TimeZone", "setlocale", "localtime"]
        expectNone(
            of: words, in: SourceFile.belowTheRoof,
            // Apps pass a locale to the functions in this file; it is not the locale of the system.
            except: ["HeadlessBrightcove/Videos/BCOVVideo+Localization.swift"],
            because: "environment, locale and time zone would make traces differ between machines")
    }

    @Test func `simulation code has no locks and no actors, except in listed files`() {
        let words = [
            "actor", "Mutex", "Atomic", "NSLock", "DispatchQueue", "DispatchSemaphore",
            "pthread_mutex_t", "@unchecked Sendable", "nonisolated(unsafe)",
        ]
        expectNone(
            of: words, in: SourceFile.belowTheRoof,
            except: [
                "VirtualTime/Workers.swift", "VirtualTime/CancellationFlag.swift",
                "VirtualTime/Dialogue.swift", "VirtualTime/Inbox.swift", "Transport/",
                // Simulated worlds share this index, and only worker threads use it.
                "Sessions/Loading/Index/SegmentIndex.swift",
                // These files are parts of loaders, and loaders are called on worker threads.
                "ContentProtection/PlaybackServer/InProcessPlaybackServer.swift",
                "Broadcasts/MediaDesk.swift", "Containers/Shifting/MovedMedia.swift",
                "LiveOrigin/Packager/ListingMemo.swift", "LiveOrigin/AnswerMemo.swift",
                "Recordings/ResponseRecorder.swift", "Recordings/RecordingLoader.swift",
                "AssetChecking/Linting/AnswerRecorder.swift",
            ],
            because: "a world is one island on one loop; other threads hand over through one door")
    }

    @Test func `unsafe code is limited to few folders`() {
        let rooms = [
            "VirtualTime/ProcessorCount.swift", "Transport/", "Containers/FFmpeg/",
            "Containers/Reading/ContainerInput.swift", "Containers/Splicing/XMLElement.swift",
            "ContentProtection/Ciphers/", "OfflineDownloads/Store/SQLite/",
            "OfflineDownloads/Store/Files/", "HTTPServing/", "RemoteControl/System/",
            "Scenarios/Files/YAML/YAMLParser.swift",
            "CommandTree/System/", "CommandTree/Output/",
            "PlaybackCommands/Recording/", "PlayctlCommands/KeyServer/",
            "PlayctlCommands/Run/ScenarioDiscovery.swift",
            "PlayctlCommands/Offline/FolderCopy.swift",
            "PlayctlCommands/Offline/OfflineStore.swift",
            "PlayctlCommands/Offline/DownloadBars.swift",
            "PlayctlCommands/Rewrite/ReplacedFile.swift",
            "PlayctlCommands/Report/JUnitFile.swift",
        ]
        expectNone(
            of: ["unsafe"], in: SourceFile.all, except: rooms,
            because: "what can break memory is read by eye, so there must be little of it")
    }

    @Test func `only HeadlessBrightcove and HeadlessJW import Foundation`() {
        expectNone(
            of: [
                "import Foundation", "import FoundationEssentials", "import FoundationNetworking",
                "import FoundationXML",
            ],
            in: SourceFile.all, except: ["HeadlessBrightcove/", "HeadlessJW/"],
            because: "it costs start-up time; Formats has what is needed, see Decisions/0024")
    }

    @Test func `no code in Sources refers to HeadlessBrightcove or HeadlessJW`() {
        expectNone(
            of: ["HeadlessBrightcove", "HeadlessJW"], in: SourceFile.all, except: [],
            because: "a face has the names of another player, and nothing depends on them")
    }

    @Test func `only HeadlessPlayback and HeadlessPlaybackTesting re-export modules`() {
        expectNone(
            of: ["@_exported"], in: SourceFile.all,
            except: [
                "HeadlessPlayback/HeadlessPlayback.swift",
                "HeadlessPlaybackTesting/HeadlessPlaybackTesting.swift",
            ],
            because: "a floor that re-exports another hides what it imports")
    }

    @Test func `the source files contain no forced try and no forced cast`() {
        expectNone(
            of: ["try!", "as!"], in: SourceFile.all, except: [],
            because: "input comes from strangers and must never end the process")
    }

    @Test func `no source file contains TODO, FIXME or HACK, except the TAP report`() {
        let notes = ["TODO", "FIXME", "HACK"]
        // The TAP report contains `TODO`, because the TAP format marks a known failure with it.
        for file in SourceFile.all where !file.path.hasSuffix("Reports/TAPReport.swift") {
            let lines = file.lines.indices.filter { index in
                notes.contains { file.lines[index].contains($0) }
            }
            #expect(
                lines.isEmpty,
                "\(file.path), lines \(lines.map { $0 + 1 }): an open end belongs in an issue")
        }
    }

    @Test
    func `DownloadItem does not refer to DownloadEngine, and the types it owns refer to neither`()
        throws
    {
        // An engine owns downloads, and a download owns its preparation and its transfer. Owners
        // pass services to their parts, and the parts report outcomes through closures, so no part
        // needs to know its owner.
        let below = [
            "DownloadTransfer", "DownloadPreparation", "DownloadServices", "FileFetch", "FileJob",
            "LicenceDesk", "PlanningWalk", "RecordBook", "RenewalLimit",
        ]
        for name in ["DownloadItem"] + below {
            let file = try #require(
                SourceFile.all.first { $0.path == "OfflineDownloads/Engine/\(name).swift" })
            let above =
                ["DownloadEngine"] + (name == "DownloadItem" ? [] : ["DownloadItem", "item"])
            #expect(file.places(of: above).isEmpty, "an owner is handed down to its part")
        }
    }

    @Test func `a source file has at most 500 lines`() {
        for file in SourceFile.all {
            #expect(
                file.lines.count <= 500,
                "\(file.path) has \(file.lines.count) lines: look for the second idea past 400")
        }
    }

    @Test func `a line of a comment has at most 100 columns`() {
        for file in SourceFile.all {
            let wide = file.lines.indices.filter { index in
                let line = file.lines[index]
                return line.unicodeScalars.count > 100
                    && line.drop { $0 == " " }.hasPrefix("//")
            }
            #expect(wide.isEmpty, "\(file.path), lines \(wide.map { $0 + 1 })")
        }
    }

    @Test func `a file begins with imports or documentation`() {
        let noise = ["Copyright", "Licen", "Created by", "//===", "//  "]
        for file in SourceFile.all {
            let isNoisy = file.lines.prefix(3).contains { line in
                !line.hasPrefix("///")
                    && noise.contains { line.hasPrefix("//") && line.contains($0) }
            }
            #expect(
                file.lines.first?.isEmpty == false && !isNoisy,
                "\(file.path): imports or documentation come first; names and licences are in git")
        }
    }

    private func expectNone(
        of words: [String], in files: [SourceFile], except rooms: [String], because reason: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        for file in files where !file.isIn(rooms) {
            let places = file.places(of: words)
            #expect(
                places.isEmpty, "\(places.joined(separator: ", ")): \(reason)",
                sourceLocation: location)
        }
    }
}
