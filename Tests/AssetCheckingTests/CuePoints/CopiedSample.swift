import FoundationEssentials
import HeadlessPlaybackTesting
import TestSupport

/// A copy of sample media into which a test introduces a mistake.
struct CopiedSample {
    let folder = ScratchFolder()

    /// Copies a sample.
    init(_ name: String) {
        let root = "\(SampleMedia.folder)/\(name)"
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [] {
            let bytes = fileBytes("\(root)/\(path)")
            if !bytes.isEmpty { folder.put(bytes, at: path) }
        }
    }

    /// Changes the text of a playlist.
    func edit(_ name: String, _ change: (String) -> String) {
        let text = String(decoding: folder.bytes(name) ?? [], as: UTF8.self)
        let changed = change(text)
        precondition(changed != text, "\(name) is as it was")
        folder.put(Array(changed.utf8), at: name)
    }

    /// Surveys the copy.
    func survey() async -> SurveyedAsset {
        await AssetSurveyor().survey(Video(url: "\(folder.path)/index.m3u8"))
    }

    /// Verifies the copy.
    func verify(
        expecting cuePoints: CuePointCollection = [],
        _ configure: (inout AssetVerifier) -> Void = { _ in }
    ) async -> AssetVerification {
        var video = Video(url: "\(folder.path)/index.m3u8")
        video.cuePoints = cuePoints
        let asset = await AssetSurveyor().survey(video)
        var verifier = AssetVerifier(expecting: cuePoints)
        configure(&verifier)
        return verifier.verify(asset)
    }
}

extension AssetVerification {
    /// The problems found, each with its code.
    var problems: [String] {
        result.checks.compactMap { check in
            guard case .failed(let failure) = check.outcome else { return nil }
            return "\(check.code): \(failure.problem ?? check.name)"
        }
    }

    /// The names of the checks that were skipped.
    var skipped: [String] {
        result.checks.compactMap { check in
            if case .skipped = check.outcome { check.code } else { nil }
        }
    }

    /// The skipped checks, each with its reason.
    var reasons: [String] {
        result.checks.compactMap { check in
            if case .skipped(let reason) = check.outcome { "\(check.name): \(reason)" } else { nil }
        }
    }
}
