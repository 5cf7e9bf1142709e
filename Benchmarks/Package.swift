// swift-tools-version: 6.2
import PackageDescription

// Programs that measure the speed of the package, always built for release. They are in a separate
// package, so that builds and tests of the main package do not build them.

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "headless-playback", path: "..")],
    targets: ["playlist-bench", "core-bench"].map { name in
        .executableTarget(
            name: name,
            dependencies: [.product(name: "HeadlessPlayback", package: "headless-playback")],
            swiftSettings: [.swiftLanguageMode(.v6)])
    }
)
