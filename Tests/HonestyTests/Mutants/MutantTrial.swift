import HeadlessPlayback
import HeadlessPlaybackTesting
import Sessions
import TestSupport
import Transport

/// A trial that plays and verifies mutants, and returns the level that finds each one.
struct MutantTrial: Sendable {
    /// The level that finds a mutant.
    enum Outcome: Equatable, Sendable {
        /// Found by `play` or `verify` at the default level.
        case byDefault(String)
        /// Found by `play` only at level `decode`.
        case byDecoding(String)
        /// No level finds the mutant; the notes come from the ledger.
        case byNone(notes: String)
    }

    /// The segments of the specimens that have already been read.
    let index = SegmentIndex(byteLimit: 512 << 20)
    private let specimens: [Specimen]

    init(_ specimens: [Specimen]) { self.specimens = specimens }

    /// Tries a mutant at the default level and, if nothing is found, at level `decode`.
    func run(_ mutant: Mutant) async -> Outcome {
        let specimen = specimens[mutant.specimen]
        let loader = MutantLoader(
            file: mutant.file, bytes: mutant.edit.applied(to: fileBytes(mutant.file)))
        var notes = ""
        if let stream = mutant.stream {
            let seen = play(specimen, specimen.streams[stream].choice, .demux, loader)
            if let trouble = seen.trouble { return .byDefault(trouble) }
            notes = seen.notes
        }
        if specimen.streams.count > 1 || mutant.stream == nil {
            if let failure = await verify(specimen, loader) { return .byDefault(failure) }
        }
        let stream = mutant.stream ?? 0
        let seen = play(specimen, specimen.streams[stream].choice, .decode, loader)
        if let trouble = seen.trouble { return .byDecoding(trouble) }
        return .byNone(notes: notes)
    }

    /// Plays streams of a specimen.
    ///
    /// - Returns: The reason for an exit code other than 0, and the notes of the ledger.
    func play(
        _ specimen: Specimen, _ choice: StreamChoice?, _ level: VerificationLevel,
        _ loader: any ResourceLoader
    ) -> (trouble: String?, notes: String) {
        var options = PlaybackOptions()
        options.streams = choice
        options.verification = level
        let world = PlaybackWorld(options: options, loader: loader, index: index)
        let controller = PlaybackController(world: world, provider: specimen.provider)
        controller.autoPlay = true
        controller.setVideos([Video(url: specimen.path)])
        while world.loop.runNext() {}
        guard let closed = controller.ledgers.last else { return ("nothing was played", "") }
        let notes = closed.ledger.notes.map { "\($0)" }.joined(separator: ", ")
        if let failure = closed.failure { return ("\(failure)", notes) }
        if !closed.hasEnded { return ("it was not played to its end", notes) }
        if let imbalance = closed.ledger.imbalances.first {
            return ("IMBALANCE: \(imbalance.entry)", notes)
        }
        return (closed.ledger.unsoundness, notes)
    }

    /// Verifies a specimen as a whole.
    ///
    /// - Returns: The first check that fails; `nil` when all checks pass.
    func verify(_ specimen: Specimen, _ loader: any ResourceLoader) async -> String? {
        var surveyor = AssetSurveyor()
        surveyor.loader = loader
        surveyor.index = index
        surveyor.makeProvider = { specimen.provider }
        let asset = await surveyor.survey(Video(url: specimen.path))
        let result = AssetVerifier(expecting: []).verify(asset).result
        for check in result.checks {
            guard case .failed(let failure) = check.outcome else { continue }
            return "\(check.code): \(failure.found)"
        }
        return nil
    }
}
