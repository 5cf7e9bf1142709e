package import VirtualTime

/// Compares the contents of a package with the records made when it was stored.
///
/// A verification must be created on the event loop of the catalogue, because its initializer reads
/// the catalogue. The comparison reads only files, so it can run on any thread.
package struct PackageVerification: Sendable {
    /// One damaged file.
    package struct Finding: Sendable, Equatable {
        /// The name of the file, relative to the package.
        package var name: String
        /// The index of the file among the resources of the plan.
        ///
        /// It is `nil` for a generated playlist or key file, for a picture, and for a file outside
        /// the package's plan.
        package var ordinal: Int?
        package var damage: FileDamage

        package init(name: String, ordinal: Int?, damage: FileDamage) {
            self.name = name
            self.ordinal = ordinal
            self.damage = damage
        }
    }

    /// The result of a verification.
    package struct Report: Sendable, Equatable {
        package var token: OfflineVideoToken
        /// The number of files compared.
        package var fileCount = 0
        /// The expected number of bytes in the compared files.
        package var byteCount: Int64 = 0
        /// The number of files that are not stored yet; such files do not count as damaged.
        package var absentCount = 0
        /// The damaged files.
        ///
        /// They are in this order: the files for which the catalogue has lost rows, the generated
        /// playlists and key files, the resources in plan order, the pictures, and the foreign
        /// files, which do not belong to the package. Pictures and foreign files are included only
        /// for a complete package.
        package var findings: [Finding] = []

        /// Whether all stored files are intact, and the package contains no other files.
        package var isIntact: Bool { findings.isEmpty }
        /// Whether the package is intact and complete.
        package var isWhole: Bool { isIntact && holdsAll }
        /// Whether every file is present and intact; files outside the plan are ignored.
        package var holdsAll: Bool {
            findings.count == strayCount && absentCount == 0 && fileCount > 0
        }
        /// Inserts findings about damaged files before the findings about files outside the plan.
        package mutating func add(_ damaged: [Finding]) {
            findings.insert(contentsOf: damaged, at: findings.count - strayCount)
        }

        /// Whether the playlists must be read again, because stored data about them is unusable.
        var hasUnusableRecord: Bool {
            findings.contains { if case .unusableRecord = $0.damage { true } else { false } }
        }

        /// The number of findings about files that do not belong to the package.
        package var strayCount: Int { findings.count { $0.damage == .stray } }

        package init(token: OfflineVideoToken) {
            self.token = token
        }

        /// Removes the findings about generated texts, and counts these texts as not yet written.
        ///
        /// A process may have been killed after it stored its plan and before it wrote the texts.
        /// The texts are written again when a download continues.
        ///
        /// - Returns: The names of these texts.
        fileprivate mutating func removeUnwrittenTexts() -> Set<String> {
            let unwritten = Set(findings.filter { $0.ordinal == nil }.map(\.name))
            findings.removeAll { $0.ordinal == nil }
            absentCount += unwritten.count
            fileCount -= unwritten.count
            return unwritten
        }
    }

    /// One file and its expected contents.
    private struct Expectation: Sendable {
        let name: String
        let ordinal: Int?
        let file: StoredFile
    }

    /// The number of files compared by one unit of work.
    private static let batchSize = 32

    private let token: OfflineVideoToken
    private let package: PackageFolder?
    private let expectations: [Expectation]
    private let absentCount: Int
    /// The permitted file names in a complete package; `nil` if the package is not complete.
    private let names: Set<String>?
    /// The findings about rows that the catalogue has lost.
    private let lostRows: [Finding]
    /// The recorded names of the pictures of a complete package.
    private let pictures: [String]

    /// Reads the expected contents of a package from the catalogue.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - folder: The store.
    ///   - catalogue: The catalogue of the store.
    /// - Throws: When there is no such download, or the catalogue cannot be read.
    package init(
        of token: OfflineVideoToken, in folder: StoreFolder, by catalogue: Catalogue
    ) throws(StoreError) {
        let rows = try PackageRecords(of: token, in: catalogue)
        self.token = token
        package = try folder.hasPackage(token) ? folder.package(token) : nil
        let stored = rows.resources.filter(\.isStored)
        absentCount = rows.resources.count - stored.count
        let isComplete = rows.record.state == .completed
        let written = package == nil && !isComplete ? [] : rows.texts
        let lostRows = rows.losses
        self.lostRows = lostRows
        pictures = isComplete ? rows.record.pictureNames : []
        let files = rows.texts.map(\.name) + rows.resources.map(\.resource.name)
        names = isComplete ? Set(files + pictures + lostRows.map(\.name)) : nil
        expectations =
            written.map { Expectation(name: $0.name, ordinal: nil, file: StoredFile(of: $0)) }
            + stored.compactMap { resource in
                resource.file.map {
                    Expectation(
                        name: resource.resource.name, ordinal: resource.ordinal, file: $0)
                }
            }
    }

    /// Compares all files concurrently, and waits for the result.
    ///
    /// - Parameters:
    ///   - workers: The threads.
    ///   - cancellation: A flag that ends the work early when it is raised.
    /// - Returns: The report; `nil` when the work was cancelled.
    /// - Throws: When an existing file cannot be read.
    package func run(
        on workers: Workers = .shared, cancellation: CancellationFlag = CancellationFlag()
    ) throws(StoreError) -> Report? {
        var batches: [PendingResult<Result<[Finding], StoreError>>] = []
        for start in stride(from: 0, to: expectations.count, by: Self.batchSize) {
            let batch = expectations[start..<min(start + Self.batchSize, expectations.count)]
            batches.append(
                workers.submit { [package] in
                    Self.compare(batch, in: package, cancellation)
                })
        }
        var report = Report(token: token)
        report.absentCount = absentCount
        report.fileCount = expectations.count
        // All batches are awaited first, so that no thread still reads files if one batch fails.
        let results = batches.map { $0.wait() }
        for result in results { report.findings += try result.get() }
        let unwritten = names == nil ? report.removeUnwrittenTexts() : []
        let known = Set(expectations.map(\.name))
        report.fileCount += lostRows.count { !known.contains($0.name) }
        report.findings = lostRows + report.findings
        for name in pictures where try package?.size(of: name) == nil {
            report.findings.append(Finding(name: name, ordinal: nil, damage: .missing))
        }
        report.byteCount = expectations.reduce(0) { sum, expected in
            unwritten.contains(expected.name) ? sum : sum.clampedSum(with: expected.file.size)
        }
        if let names, let package {
            report.findings += try package.strays(besides: names).map { name in
                Finding(name: name, ordinal: nil, damage: .stray)
            }
        }
        return cancellation.isCancelled ? nil : report
    }

    private static func compare(
        _ batch: ArraySlice<Expectation>, in package: PackageFolder?,
        _ cancellation: CancellationFlag
    ) -> Result<[Finding], StoreError> {
        var findings: [Finding] = []
        do throws(StoreError) {
            for expected in batch where !cancellation.isCancelled {
                let damage =
                    if let package {
                        try package.damage(of: expected.name, expected: expected.file)
                    } else {
                        FileDamage.missing
                    }
                guard let damage else { continue }
                findings.append(
                    Finding(name: expected.name, ordinal: expected.ordinal, damage: damage))
            }
            return .success(findings)
        } catch {
            return .failure(error)
        }
    }
}

extension FileDamage: CustomStringConvertible {
    /// The description of the damage, worded to follow the name of the file.
    package var description: String {
        switch self {
        case .missing: "is missing"
        case .notAFile: "is not a file"
        case .wrongSize(let expected, let found): "has \(found) bytes and should have \(expected)"
        case .wrongChecksum: "holds other bytes than were stored"
        case .notMedia(let reason): "cannot be played: \(reason)"
        case .unusableRecord(let reason): "cannot be used: \(reason)"
        case .stray: "does not belong to the package"
        }
    }
}

extension [StoredResource] {
    /// The fraction of a download that is stored, measured in media time, from 0 to 1.
    var storedFraction: Double {
        var (whole, stored) = (0.0, 0.0)
        for resource in self {
            let seconds = Swift.max(resource.resource.duration.seconds, 0)
            whole += seconds
            if resource.isStored { stored += seconds }
        }
        return whole > 0 ? stored / whole : 0
    }
}
