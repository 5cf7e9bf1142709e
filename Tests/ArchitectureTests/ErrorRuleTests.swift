import Testing

/// Rules for errors and for property observers.
@Suite struct ErrorRuleTests {
    /// The source files that describe an error to people instead of creating another error.
    private static let reports = [
        // These files write the remarks, problems and records of a run.
        "Sessions/Markers/Marker+Splices.swift", "Containers/Demuxing/MediaScan.swift",
        // These files report breaches of rules.
        "AssetChecking/Linting/AssetInspector.swift",
        "AssetChecking/Measuring/MediaMeasurer.swift",
        "AssetChecking/Measuring/MediaMeasurer+Text.swift",
        "AssetChecking/Measuring/MeasuredMedia+Containers.swift",
        "AssetChecking/Measuring/ContainerCheck.swift", "Sessions/Playing/SegmentPromise.swift",
        "Linting/Asset/SideFile.swift",
        "Linting/Asset/AdvertisementRules.swift", "Linting/Asset/LintedPlaylist.swift",
        "Linting/Asset/SideFileRules.swift",
        "Linting/Measured/SegmentMediaRules.swift", "Linting/Versions/VersionRules.swift",
        "Linting/Text/ParserRules.swift",
        "ScenarioRunning/Expectations/RunRecord+Events.swift",
        "ScenarioRunning/Live/ScenarioBroadcasts.swift", "ScenarioRunning/Live/OriginChecks.swift",
        "ScenarioRunning/Live/OriginChecks+Recordings.swift",
        "ScenarioRunning/ScenarioStage.swift",
        "ScenarioRunning/Service/ScenarioService.swift",
        "Sessions/Loading/ResourceFetcher.swift",
        "Sessions/Playing/SessionRecord+Losses.swift",
        "Sessions/Playing/Supply/MediaSupply+Segments.swift",
        // This file describes the position of an error in a catalogue, for use within the package
        // only.
        "OfflineDownloads/Store/Catalogue/StoredJSON.swift",
        // This file writes the text for a refused video, and a refusal is not an error.
        "Sessions/Service/PlaybackServiceAnswer.swift",
    ]

    @Test func `an error caused by another error carries that error`() {
        let files = SourceFile.all.filter {
            !$0.isIn(["CommandTree/", "PlaybackCommands/", "PlayctlCommands/"])
        }
        #expect(files.count > 500)
        var count = 0
        for file in files {
            for (index, line) in file.lines.enumerated() where line.contains("\\(error)") {
                count += 1
                let isDescription = line.contains("case .") || line.contains("var description")
                let carries = line.contains("underlying: error")
                #expect(
                    isDescription || carries || file.isIn(Self.reports),
                    "\(file.path):\(index + 1): pass the error on, as UnderlyingError or its type")
            }
        }
        #expect(count > 20)
    }

    @Test func `no property has a willSet or didSet observer, except in two files`() {
        let rooms = [
            // Apps of the modelled SDK set `options`, and `didSet` passes the value to the library.
            "OfflineDownloads/Manager/OfflineVideoManager.swift",
            // Tests change the device during a run, and the purpose of this type is to notify
            // observers.
            "Devices/Device.swift",
        ]
        var found: Set<String> = []
        for file in SourceFile.all {
            let places = file.places(of: ["didSet", "willSet"])
            if !places.isEmpty { found.insert(file.path) }
            #expect(
                places.isEmpty || file.isIn(rooms),
                "\(places.joined(separator: ", ")): a method says what happens")
        }
        #expect(found == Set(rooms))
    }
}
