extension Mutant.Operation {
    /// The minimum shares of mutants that must be found, in percent; they may only rise.
    ///
    /// `Decisions/0017` has the whole table, and the reasons why the other mutants are not found.
    var floor: (byDefault: Int, byEither: Int) {
        switch self {
        case .entryZeroed, .tagZeroed, .cipherTailGone, .segmentGone, .segmentEmpty, .segmentZeroed,
            .initializationGone, .cueFileGone, .cueFileEmpty, .cueFileZeroed, .playlistGone,
            .unitZeroed, .cueTimingsBroken:
            (100, 100)
        // A removed tag may leave a valid playlist of the same segments.
        case .tagGone: (70, 70)
        case .packetGone, .packetZeroed, .unitGone, .firstTableLost: (97, 97)
        case .sixteenPacketsGone, .sixteenPacketsZeroed: (96, 96)
        case .unitGoneCleanly: (50, 50)
        case .entryGone: (88, 88)
        case .dataPacketZeroed: (97, 97)
        case .fileBoxZeroed: (94, 94)
        case .fileBoxFreed: (85, 85)
        case .boxFreed: (97, 97)
        case .boxZeroed: (93, 97)
        case .frameGone, .frameZeroed: (97, 97)
        case .cipherBlockZeroed: (26, 60)
        // A lost first or last packet of a stream leaves no gap in its continuity counters, so such
        // a loss may not be found.
        case .dataPacketGone: (25, 25)
        case .sampleGone: (97, 97)
        case .sampleZeroed: (80, 99)
        case .fileSampleZeroed: (95, 100)
        default: (0, 0)
        }
    }
}
