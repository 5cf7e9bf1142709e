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
        case .entryGone: (88, 88)
        case .boxFreed: (79, 79)
        case .packetZeroed: (74, 74)
        case .boxZeroed: (67, 75)
        case .packetGone: (67, 67)
        case .unitGone: (48, 48)
        case .sixteenPacketsGone: (34, 76)
        case .sixteenPacketsZeroed: (33, 76)
        case .sampleGone: (15, 15)
        case .sampleZeroed: (10, 100)
        case .dataPacketGone, .dataPacketZeroed: (9, 9)
        case .fileBoxZeroed: (8, 11)
        case .cipherBlockZeroed: (3, 40)
        case .fileSampleZeroed: (0, 100)
        case .unitZeroed: (0, 59)
        default: (0, 0)
        }
    }
}
