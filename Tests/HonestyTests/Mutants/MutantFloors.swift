extension Mutant.Operation {
    /// The shares in percent that have to be found at least; they may only rise.
    ///
    /// `Decisions/0017` has the whole table, and why the rest is not found.
    var floor: (byDefault: Int, byEither: Int) {
        switch self {
        case .segmentGone, .segmentEmpty, .segmentZeroed, .initializationGone, .playlistGone,
            .cueFileGone, .cueFileEmpty, .cueFileZeroed, .tagZeroed, .entryZeroed, .cipherTailGone:
            (100, 100)
        case .packetGone, .packetZeroed: (55, 55)
        case .sixteenPacketsGone, .sixteenPacketsZeroed: (20, 60)
        case .unitGone: (35, 35)
        case .unitZeroed: (0, 45)
        case .sampleGone: (5, 5)
        case .sampleZeroed: (5, 100)
        case .fileSampleZeroed: (0, 90)
        case .boxFreed, .boxZeroed: (40, 40)
        case .fileBoxZeroed: (5, 5)
        case .cipherBlockZeroed: (5, 45)
        case .entryGone, .tagGone: (50, 50)
        default: (0, 0)
        }
    }
}
