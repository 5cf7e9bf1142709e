import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Linting
import PlaybackCommands
import Transport

/// `playctl probe`: shows the contents of an asset.
struct ProbeCommand {
    let options: ProbeOptions
    let output: OutputStream
    let errors: OutputStream
    private let loader: any ResourceLoader

    /// Creates the command for one run of `playctl probe`.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - output: Standard output.
    ///   - errors: Standard error.
    /// - Throws: ``CommandFailure`` for header fields, cookies or logins that cannot be sent.
    init(
        options: ProbeOptions, output: OutputStream, errors: OutputStream
    ) throws(CommandFailure) {
        self.options = options
        self.output = output
        self.errors = errors
        let facts = FactLog(options.isVerbose, on: errors)
        loader = InterruptibleLoader(try options.hosts.loader(of: options.asset, facts))
    }

    /// Inspects the asset and writes its contents.
    ///
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when the asset cannot be read.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let asset = try ProbedAsset(options.asset, loader: loader)
        defer { output.flush() }
        if asset.isWebVTT, !options.packets, !options.playlistOnly {
            let report = try WebVTTReport(options.asset, loader: loader)
            output.write(options.json ? report.jsonLine : Array(report.text.utf8))
            return .success
        }
        if options.packets { return try listPackets(of: asset, keys: try keys()) }
        if options.playlistOnly {
            guard let playlist = asset.playlist else {
                throw CommandFailure(.failed, "\(options.asset): not a playlist")
            }
            let summary = PlaylistSummary(playlist)
            output.write(options.json ? summary.jsonLine : Array(summary.text.utf8))
            return .success
        }
        let report = AssetReport(
            asset, keys: try keys(), looksIntoEncrypted: options.keys.areGiven,
            demuxer: options.demuxer)
        let broken = asset.playlist == nil ? nil : brokenRules()
        if Interruption.hasHappened { return .interrupted }
        output.write(options.json ? report.jsonLine(brokenRules: broken) : Array(report.text.utf8))
        if let broken, !options.json {
            let words = broken == 1 ? "1 rule" : "\(broken) rules"
            output.write("\(words) broken; playctl lint \(ShellWord.place(options.asset))\n")
        }
        for failure in report.failures { errors.write("playctl: \(failure)\n") }
        let isBad = !report.failures.isEmpty || options.isStrict && (broken ?? 0) > 0
        return isBad ? .failed : .success
    }

    /// Returns the number of broken rules, without counting breaches of the severity `info`.
    private func brokenRules() -> Int {
        var inspector = AssetInspector()
        inspector.readsTextAlone = true
        inspector.cancellation = Interruption.flag
        let result = inspector.inspectInTurn(options.asset, loader: loader)
        return Set(result.breaches.filter { $0.severity > .info }.map(\.rule)).count
    }

    private func keys() throws(CommandFailure) -> AssetKeys {
        do throws(SessionError) {
            return try AssetKeys(options.keys, asset: options.asset, loader: loader)
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }

    private func listPackets(
        of asset: ProbedAsset, keys: AssetKeys
    ) throws(CommandFailure) -> CommandFailure.ExitCode {
        var listing = PacketListing(output: output, keys: keys, demuxer: options.demuxer)
        for rendition in try asset.renditions() {
            do throws(SessionError) {
                try listing.list(rendition, loader: loader)
            } catch {
                output.flush()
                throw CommandFailure(.failed, "\(error)")
            }
            if Interruption.hasHappened { return .interrupted }
            if output.isClosed { break }
        }
        output.flush()
        for damage in listing.damages { errors.write("playctl: \(damage)\n") }
        return listing.damages.isEmpty ? .success : .failed
    }
}
