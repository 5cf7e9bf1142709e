// swift-tools-version: 6.2
import PackageDescription

// The house, floor by floor. A target may import only what it lists here. `swift build
// --explicit-target-dependency-import-check error` refuses a module that the target does not reach.
// `ArchitectureTests` refuses a module that it reaches only through another target, and a module
// that it lists and does not import.

/// Whether `Fuzz/run` builds: floors that libFuzzer can observe, and no program but fuzzers.
let isFuzzing = Context.environment["HEADLESS_PLAYBACK_FUZZING"] == "1"

/// Whether `Scripts/build-tests` or `Scripts/run-tests` runs: all suites, built from nothing.
///
/// Modules are compiled as a whole, so that their files are parsed once. The modules in which tests
/// spend most of their time are optimized, because tests play hours of media.
let isTesting = Context.environment["HEADLESS_PLAYBACK_TESTING"] == "1"
let optimizedForTests: Set = [
    "Formats", "VirtualTime", "Transport", "Playlists", "Containers", "Presentation", "Sessions",
    "LiveOrigin", "SidecarSubtitles",
]

/// The suite that `Scripts/build-tests` compiles in parts: the build waits for it at its end, and a
/// whole module occupies one core.
let suiteInParts = "CommandTests"

/// The only suites to build, named in the environment with commas between them; `nil` means all.
let suites = Context.environment["HEADLESS_PLAYBACK_SUITES"]?.split(separator: ",").map(String.init)

let language: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"])] : [])

let settings =
    language + [.strictMemorySafety(), .treatAllWarnings(as: .error)]
let wholeModule = whenTesting(
    "-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2")

/// Options of the compiler for `Scripts/build-tests`.
func whenTesting(_ options: String..., if applies: Bool = true) -> [SwiftSetting] {
    isTesting && applies ? [.unsafeFlags(options)] : []
}

/// A system library, found through pkg-config and installed through apt or Homebrew.
func bedrock(_ name: String, pkgConfig: String, apt: [String], brew: [String]) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt(apt), .brew(brew)])
}

/// A target of one floor and the floors below that it may import.
func floor(_ name: String, imports: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: imports,
        swiftSettings: settings + wholeModule
            + whenTesting("-O", if: optimizedForTests.contains(name)))
}

/// The suite of one target.
func suite(
    _ name: String, imports: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: imports, exclude: exclude,
        // No target imports a suite, so its module file is written together with its code.
        swiftSettings: settings
            + (name == suiteInParts
                ? [] : wholeModule + whenTesting("-no-emit-module-separately-wmo")))
}

/// A program that runs some floors on the inputs of libFuzzer.
func fuzzer(_ name: String, of floors: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: ["Driver"] + floors, path: "Fuzz/Sources/\(name)",
        swiftSettings: language,
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
}

let package = Package(
    name: "headless-playback",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "HeadlessPlayback", targets: ["HeadlessPlayback"]),
        .library(name: "HeadlessPlaybackTesting", targets: ["HeadlessPlaybackTesting"]),
        // For code that was written for another player: its names, over those of this package.
        .library(name: "HeadlessBrightcove", targets: ["HeadlessBrightcove"]),
        .library(name: "HeadlessJW", targets: ["HeadlessJW"]),
        // For code that extends the player: providers, loaders, key systems, readers of playlists.
        .library(name: "VirtualTime", targets: ["VirtualTime"]),
        .library(name: "Devices", targets: ["Devices"]),
        .library(name: "Transport", targets: ["Transport"]),
        .library(name: "Playlists", targets: ["Playlists"]),
        .library(name: "Sessions", targets: ["Sessions"]),
        .library(name: "SidecarSubtitles", targets: ["SidecarSubtitles"]),
        .library(name: "ContentProtection", targets: ["ContentProtection"]),
        .library(name: "OfflineDownloads", targets: ["OfflineDownloads"]),
        .executable(name: "playctl", targets: ["playctl"]),
    ],
    targets: [
        // Bedrock: module maps and shim headers, no logic.
        bedrock(
            "CFFmpeg", pkgConfig: "libavformat",
            apt: ["libavformat-dev", "libavcodec-dev", "libavutil-dev"], brew: ["ffmpeg"]),
        bedrock(
            "CCurl", pkgConfig: "libcurl", apt: ["libcurl4-openssl-dev"], brew: ["curl"]),
        bedrock(
            "CMicrohttpd", pkgConfig: "libmicrohttpd", apt: ["libmicrohttpd-dev"],
            brew: ["libmicrohttpd"]),
        bedrock("COpenSSL", pkgConfig: "libcrypto", apt: ["libssl-dev"], brew: ["openssl@3"]),
        bedrock("CSQLite", pkgConfig: "sqlite3", apt: ["libsqlite3-dev"], brew: ["sqlite"]),
        bedrock("CXXHash", pkgConfig: "libxxhash", apt: ["libxxhash-dev"], brew: ["xxhash"]),
        bedrock("CExpat", pkgConfig: "expat", apt: ["libexpat1-dev"], brew: ["expat"]),
        bedrock("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"], brew: ["zlib"]),
        bedrock("CYAML", pkgConfig: "yaml-0.1", apt: ["libyaml-dev"], brew: ["libyaml"]),
        bedrock("CSystemd", pkgConfig: "libsystemd", apt: ["libsystemd-dev"], brew: []),
        .systemLibrary(name: "CAllocator"),
        .systemLibrary(name: "CRevision"),
        .systemLibrary(name: "CTerminal"),

        // Floor 1
        floor("Formats"),
        floor("VirtualTime"),
        // Floor 2
        floor("Transport", imports: ["Formats", "VirtualTime", "CCurl", "CZlib"]),
        floor("Devices", imports: ["VirtualTime"]),
        // Floor 3
        floor("Playlists", imports: ["Formats", "VirtualTime"]),
        floor("Containers", imports: ["Formats", "VirtualTime", "CFFmpeg", "CExpat"]),
        // Floor 4
        floor("LiveOrigin", imports: ["Formats", "VirtualTime", "Playlists"]),
        floor("Presentation", imports: ["VirtualTime", "Playlists", "Containers"]),
        // Floor 5
        floor(
            "Sessions",
            imports: [
                "Formats", "VirtualTime", "Transport", "Devices", "Playlists", "Containers",
                "Presentation",
            ]),
        floor(
            "SidecarSubtitles",
            imports: ["Formats", "VirtualTime", "Transport", "Playlists", "Sessions"]),
        floor(
            "ContentProtection",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Containers", "Sessions",
                "COpenSSL",
            ]),
        floor(
            "OfflineDownloads",
            imports: [
                "Formats", "VirtualTime", "Transport", "Devices", "Playlists", "Containers",
                "Sessions", "CSQLite", "CXXHash",
            ]),
        // Floor 6
        floor(
            "PlaybackControl",
            imports: ["Formats", "VirtualTime", "Devices", "Presentation", "Sessions"]),
        // Umbrella
        floor(
            "HeadlessPlayback",
            imports: [
                "Formats", "VirtualTime", "Transport", "Devices", "Playlists", "Containers",
                "Presentation", "Sessions", "PlaybackControl", "SidecarSubtitles",
                "ContentProtection", "OfflineDownloads",
            ]),
        // Faces: the names of other players, without logic of their own.
        floor(
            "HeadlessBrightcove",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Presentation", "Sessions",
                "PlaybackControl", "SidecarSubtitles", "ContentProtection", "OfflineDownloads",
                "HeadlessPlayback",
            ]),
        floor(
            "HeadlessJW",
            imports: [
                "VirtualTime", "Transport", "Playlists", "Sessions", "PlaybackControl",
                "ContentProtection", "HeadlessPlayback",
            ]),
        // Roof
        floor(
            "Broadcasts",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Containers", "LiveOrigin",
                "ContentProtection",
            ]),
        floor(
            "Recordings",
            imports: ["Formats", "VirtualTime", "Transport", "Playlists", "OfflineDownloads"]),
        floor("HTTPServing", imports: ["CMicrohttpd"]),
        floor(
            "RemoteControl",
            imports: [
                "Formats", "VirtualTime", "Sessions", "PlaybackControl", "CTerminal",
                // Only Linux has sd-bus.
                .target(name: "CSystemd", condition: .when(platforms: [.linux])),
            ]),
        floor(
            "Linting",
            imports: ["Formats", "VirtualTime", "Playlists", "Containers", "Presentation"]),
        floor(
            "RunResults",
            imports: ["Formats", "Presentation", "HeadlessPlayback", "Linting"]),
        floor(
            "ResultReports", imports: ["Formats", "Transport", "HeadlessPlayback", "RunResults"]),
        floor(
            "AssetChecking",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Containers", "Presentation",
                "Sessions", "SidecarSubtitles", "ContentProtection", "PlaybackControl",
                "HeadlessPlayback", "Linting", "RunResults",
            ]),
        floor(
            "Scenarios",
            imports: [
                "Formats", "VirtualTime", "Transport", "Devices", "Playlists", "Containers",
                "LiveOrigin", "Presentation", "Sessions", "ContentProtection", "OfflineDownloads",
                "PlaybackControl", "HeadlessPlayback", "Linting", "RunResults", "CYAML",
            ]),
        floor(
            "ScenarioRunning",
            imports: [
                "Formats", "VirtualTime", "Transport", "Devices", "Playlists", "Presentation",
                "Sessions", "ContentProtection", "OfflineDownloads", "PlaybackControl",
                "HeadlessPlayback", "LiveOrigin", "Broadcasts", "Recordings", "Linting",
                "RunResults", "AssetChecking", "Scenarios",
            ]),
        floor(
            "Sweeps",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Presentation", "Sessions",
                "ContentProtection", "PlaybackControl", "HeadlessPlayback", "RunResults",
                "Scenarios", "ScenarioRunning",
            ]),
        floor(
            "HeadlessPlaybackTesting",
            imports: [
                "VirtualTime", "Sessions", "HeadlessPlayback", "RunResults", "ResultReports",
                "AssetChecking", "Scenarios", "ScenarioRunning",
            ]),
        floor(
            "CommandTree",
            imports: ["Formats", "VirtualTime", "Transport", "Containers", "HeadlessPlayback"]),
        floor(
            "PlaybackCommands",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Containers", "Presentation",
                "Sessions", "SidecarSubtitles", "ContentProtection", "PlaybackControl",
                "HeadlessPlayback", "RemoteControl", "Recordings", "CommandTree",
            ]),
        floor(
            "PlayctlCommands",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Containers", "Presentation",
                "Sessions", "SidecarSubtitles", "ContentProtection", "OfflineDownloads",
                "HeadlessPlayback", "HTTPServing", "Linting", "RunResults", "ResultReports",
                "AssetChecking", "Scenarios", "ScenarioRunning", "Sweeps", "Recordings",
                "CommandTree", "PlaybackCommands", "CExpat",
            ]),
        .executableTarget(
            name: "playctl",
            dependencies: ["CommandTree", "PlayctlCommands", "CAllocator", "CRevision"],
            swiftSettings: settings + wholeModule),
        // The tool with `play` only, which builds faster than the whole tool: for `make play`.
        .executableTarget(
            name: "FirstLook",
            dependencies: ["CommandTree", "PlaybackCommands", "CAllocator", "CRevision"],
            swiftSettings: settings + wholeModule),

        // Tests: one suite a target, and what they share. Suites of the lower floors import only the
        // first of the two, so they do not wait for the upper floors.
        .target(
            name: "TestTools", dependencies: ["Transport", "HTTPServing"],
            path: "Tests/TestTools", swiftSettings: settings + wholeModule),
        .target(
            name: "TestSupport",
            dependencies: [
                "Formats", "VirtualTime", "Transport", "Devices", "Playlists", "Containers",
                "Sessions", "ContentProtection", "OfflineDownloads", "HeadlessPlayback",
                "HTTPServing", "TestTools",
            ],
            path: "Tests/TestSupport", swiftSettings: settings + wholeModule),
        suite("FormatsTests", imports: ["Formats", "VirtualTime"]),
        suite("VirtualTimeTests", imports: ["VirtualTime"]),
        suite("DevicesTests", imports: ["VirtualTime", "Devices"]),
        suite("TransportTests", imports: ["VirtualTime", "Transport", "TestTools"]),
        suite("PlaylistsTests", imports: ["VirtualTime", "Playlists"]),
        suite("LiveOriginTests", imports: ["VirtualTime", "Playlists", "LiveOrigin"]),
        suite("ContainersTests", imports: ["Formats", "VirtualTime", "Containers", "TestTools"]),
        suite(
            "PresentationTests",
            imports: ["VirtualTime", "Playlists", "Containers", "LiveOrigin", "Presentation"]),
        suite(
            "SessionsTests",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Containers", "LiveOrigin",
                "Presentation", "Sessions", "PlaybackControl", "HeadlessPlayback", "Broadcasts",
                "TestSupport",
            ]),
        suite(
            "SidecarSubtitlesTests",
            imports: [
                "VirtualTime", "Transport", "Playlists", "Sessions", "SidecarSubtitles",
                "HeadlessPlayback", "TestSupport",
            ]),
        suite(
            "PlaybackControlTests",
            imports: [
                "VirtualTime", "Devices", "Playlists", "Sessions", "PlaybackControl",
                "HeadlessPlayback", "TestSupport",
            ]),
        suite(
            "ContentProtectionTests",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Containers", "Sessions",
                "ContentProtection", "HeadlessPlayback", "TestSupport",
            ]),
        suite(
            "OfflineDownloadsTests",
            imports: [
                "VirtualTime", "Transport", "Playlists", "Sessions", "ContentProtection",
                "OfflineDownloads", "HeadlessPlayback", "TestSupport",
            ]),
        suite(
            "TraceTests",
            imports: [
                "Transport", "Sessions", "ContentProtection", "OfflineDownloads",
                "HeadlessPlayback", "ScenarioRunning", "HeadlessPlaybackTesting", "TestSupport",
            ],
            exclude: ["Traces", "Scenarios"]),
        suite(
            "LintingTests",
            imports: ["VirtualTime", "Playlists", "LiveOrigin", "Presentation", "Linting"]),
        suite(
            "RecordingsTests",
            imports: [
                "VirtualTime", "Transport", "Playlists", "Recordings", "Scenarios",
                "HeadlessPlaybackTesting", "TestSupport",
            ]),
        suite(
            "RunResultsTests", imports: ["RunResults", "HeadlessPlaybackTesting", "AssetChecking"]),
        suite(
            "ResultReportsTests",
            imports: [
                "VirtualTime", "SidecarSubtitles", "ResultReports", "HeadlessPlaybackTesting",
                "TestSupport",
            ]),
        suite(
            "AssetCheckingTests",
            imports: [
                "VirtualTime", "Transport", "Playlists", "Containers", "Presentation", "Sessions",
                "Linting", "AssetChecking", "Sweeps", "HeadlessPlaybackTesting", "TestSupport",
            ]),
        suite(
            "ScenariosTests",
            imports: [
                "Formats", "VirtualTime", "Devices", "Transport", "LiveOrigin", "Presentation",
                "Sessions", "HeadlessPlayback", "HeadlessPlaybackTesting", "RunResults",
                "Scenarios", "TestSupport",
            ]),
        suite(
            "ScenarioRunningTests",
            imports: [
                "VirtualTime", "Transport", "Playlists", "LiveOrigin", "Presentation", "Sessions",
                "PlaybackControl", "Scenarios", "ScenarioRunning", "RunResults",
                "HeadlessPlaybackTesting", "TestSupport",
            ]),
        suite(
            "SweepsTests",
            imports: [
                "Formats", "VirtualTime", "Sessions", "ResultReports", "Sweeps",
                "HeadlessPlaybackTesting", "TestSupport",
            ]),
        suite(
            "HeadlessPlaybackTestingTests",
            imports: ["PlaybackControl", "HeadlessPlaybackTesting", "TestSupport"]),
        suite(
            "HonestyTests",
            imports: [
                "Transport", "Playlists", "Sessions", "HeadlessPlayback", "Sweeps", "Linting",
                "AssetChecking", "HeadlessPlaybackTesting", "TestSupport",
            ]),
        suite(
            "CommandTests",
            imports: [
                "Formats", "VirtualTime", "Transport", "Playlists", "Containers",
                "ContentProtection", "OfflineDownloads", "HeadlessPlayback", "LiveOrigin",
                "Broadcasts", "Linting", "RunResults", "ResultReports", "AssetChecking",
                "CommandTree", "PlaybackCommands", "PlayctlCommands", "Recordings", "Sessions",
                "HeadlessPlaybackTesting", "TestSupport",
            ]),
        suite(
            "HeadlessBrightcoveTests",
            imports: [
                "Devices", "Transport", "Playlists", "Sessions", "PlaybackControl",
                "ContentProtection", "OfflineDownloads", "HeadlessPlayback", "HeadlessBrightcove",
                "TestSupport",
            ]),
        suite(
            "HeadlessJWTests",
            imports: [
                "VirtualTime", "Devices", "Transport", "Playlists", "Sessions", "PlaybackControl",
                "ContentProtection", "LiveOrigin", "Broadcasts", "HeadlessPlayback", "HeadlessJW",
                "TestSupport",
            ]),
        suite(
            "RemoteControlTests",
            imports: [
                "Formats", "PlaybackControl", "HeadlessPlayback", "RemoteControl", "TestSupport",
            ]),
        suite("ArchitectureTests", imports: []),
    ]
)

if let suites {
    for name in suites {
        let isSuite = package.targets.contains { $0.type == .test && $0.name == name }
        if !isSuite { fatalError("HEADLESS_PLAYBACK_SUITES names '\(name)', which is not a suite") }
    }
    package.targets.removeAll { $0.type == .test && !suites.contains($0.name) }
}

// Only for `Fuzz/run`. A new fuzzer needs a folder in `Fuzz/Sources`, one in `Fuzz/Corpus`, and a
// line here.
if isFuzzing {
    package.targets.removeAll { $0.type == .executable || $0.type == .test }
    package.products = []
    package.targets += [
        .target(name: "Driver", path: "Fuzz/Driver"),
        fuzzer("PlaylistFuzz", of: ["Playlists", "VirtualTime"]),
        fuzzer("LintFuzz", of: ["Linting"]),
        fuzzer("URIFuzz", of: ["Playlists"]),
        fuzzer("WebVTTFuzz", of: ["SidecarSubtitles", "Sessions", "Playlists", "VirtualTime"]),
        fuzzer("LicenceFuzz", of: ["ContentProtection", "Playlists"]),
        fuzzer(
            "DecryptionFuzz",
            of: [
                "Containers", "ContentProtection", "Sessions", "Playlists", "Transport",
                "VirtualTime",
            ]),
        fuzzer("BitstreamFuzz", of: ["Containers", "VirtualTime"]),
        fuzzer("SegmentFuzz", of: ["Containers", "VirtualTime"]),
        fuzzer("StructureFuzz", of: ["Containers"]),
        fuzzer("TransportFuzz", of: ["Containers", "VirtualTime"]),
        fuzzer("ShiftFuzz", of: ["Containers", "VirtualTime"]),
        fuzzer("SpliceXMLFuzz", of: ["Containers", "VirtualTime"]),
        fuzzer("SpliceFuzz", of: ["Containers", "VirtualTime"]),
        fuzzer("CatalogueFuzz", of: ["Formats", "Sessions", "Transport", "VirtualTime"]),
        fuzzer(
            "PlannerFuzz",
            of: ["OfflineDownloads", "Sessions", "Playlists", "Transport", "VirtualTime"]),
        fuzzer(
            "ServiceFuzz", of: ["ContentProtection", "Formats", "Playlists", "Transport"]),
        fuzzer("IPCFuzz", of: ["RemoteControl"]),
        fuzzer("NetrcFuzz", of: ["Transport"]),
        fuzzer("CookieFuzz", of: ["Transport", "VirtualTime"]),
        fuzzer("LiveFuzz", of: ["Presentation", "Playlists", "VirtualTime"]),
        fuzzer("RecordingFuzz", of: ["Recordings", "Transport", "VirtualTime"]),
        fuzzer("ScenarioFuzz", of: ["Scenarios", "HeadlessPlayback", "Transport"]),
    ]
}
