extension Mutant.Operation {
    /// The shares in percent that have to be found at least; they may only rise.
    ///
    /// `Decisions/0017` has the whole table, and why the rest is not found.
    var floor: (byDefault: Int, byEither: Int) {
        switch self {
        case .entryZeroed, .tagZeroed, .cipherTailGone, .segmentGone, .segmentEmpty, .segmentZeroed,
            .initializationGone, .cueFileGone, .cueFileEmpty, .cueFileZeroed, .playlistGone:
            (100, 100)
        // A URI that is gone takes its segment along, and is a remark where nothing follows it.
        case .tagGone: (70, 70)
        case .packetGone, .packetZeroed, .unitGone: (95, 95)
        case .sixteenPacketsGone, .sixteenPacketsZeroed: (95, 95)
        case .entryGone: (88, 88)
        case .dataPacketZeroed: (97, 97)
        case .fileBoxZeroed: (89, 93)
        case .fileBoxFreed: (85, 85)
        case .boxFreed: (79, 79)
        case .boxZeroed: (67, 75)
        case .unitZeroed: (59, 59)
        case .cipherBlockZeroed: (24, 58)
        // Lost metadata is a note of the ledger: no picture and no sound is lost with it.
        case .dataPacketGone: (0, 0)
        case .sampleGone: (15, 15)
        case .sampleZeroed: (10, 100)
        case .fileSampleZeroed: (0, 100)
        default: (0, 0)
        }
    }
}
