// swift-tools-version: 6.2
import PackageDescription

// A separate package, like the package of an app. `make samples` builds and runs it.

let package = Package(
    name: "offline-playback",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "headless-playback", path: "../..")],
    targets: [
        .executableTarget(
            name: "OfflinePlayback",
            dependencies: [.product(name: "HeadlessPlayback", package: "headless-playback")],
            path: ".", sources: ["main.swift"], swiftSettings: [.swiftLanguageMode(.v6)])
    ]
)
