import Containers

extension ProtectedFile {
    /// Finds the encryption of a file in its movie box.
    ///
    /// - Parameter input: The file.
    /// - Returns: The movie box and its protection; `nil` when the file is clear or not ISO media.
    /// - Throws: `DecryptionError` when the encryption scheme is unknown, or boxes cannot be read.
    static func protection(
        of input: any ContainerInput
    ) throws(DecryptionError) -> (box: FileBoxes.Place, bytes: [UInt8], movie: MovieProtection)? {
        var boxes = FileBoxes(input)
        var isFirst = true
        while let box = try boxes.next() {
            if isFirst, !["ftyp", "moov", "free", "skip", "mdat", "wide"].contains(box.type) {
                return nil
            }
            isFirst = false
            guard box.type == "moov" else { continue }
            let bytes: [UInt8]
            let movie: MovieProtection
            do throws(DecryptionError) {
                bytes = try boxes.bytes(of: box)
                movie = try MovieProtection(bytes)
            } catch {
                // Only an unsupported scheme is an error here, because the demuxer reports all
                // other problems of a movie box.
                guard case .unsupportedScheme = error.reason else { return nil }
                throw error
            }
            return movie.isMarked ? (box, bytes, movie) : nil
        }
        return nil
    }

    /// Opens a file to decrypt its samples; `nil` when it is clear or not ISO media.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - key: Returns the content key for a key identifier.
    /// - Throws: `DecryptionError` when the file is damaged, or a key is missing.
    init?(
        _ input: any ContainerInput, key: FragmentDecryptor.KeySource
    ) throws(DecryptionError) {
        guard let (box, bytes, movie) = try Self.protection(of: input) else { return nil }
        var samples = FileSamples()
        var changes = FileChanges()
        try samples.add(tablesOf: bytes, movie, input)
        try samples.add(fragmentsOf: input, movie, &changes)
        try samples.sort()
        var keys: [KeyIdentifier: [UInt8]] = [:]
        for rule in samples.rules where keys[rule.protection.key] == nil {
            keys[rule.protection.key] = try key(rule.protection.key)
        }
        var clear = bytes
        for movie in try Box.all(in: clear.indices, of: clear) {
            try MovieProtection.clear(movie, in: &clear)
            try MovieProtection.freeRecords(in: movie, of: &clear)
        }
        changes.add(clear, at: box.offset)
        changes.sort()
        self.init(input: input, changes: changes, samples: samples, keys: keys)
    }
}

extension FileSamples {
    /// Adds the samples that are listed in the sample tables of a movie box.
    mutating func add(
        tablesOf bytes: [UInt8], _ movie: MovieProtection, _ input: any ContainerInput
    ) throws(DecryptionError) {
        for box in try Box.all(in: bytes.indices, of: bytes).all("moov") {
            for track in try box.children(of: bytes).all("trak") {
                let parts = try TrackParts(track, of: bytes)
                guard let identifier = parts.identifier, let known = movie.tracks[identifier],
                    let description = known.descriptions.first(where: { $0.protection != nil })
                else { continue }
                let table = try SampleTable(
                    parts.table, of: bytes, mostSamples: input.byteCount ?? .max)
                guard !table.places.isEmpty else { continue }
                let numbers = try rules(of: table, known, description, track: identifier)
                let records = try SampleRecords(
                    of: parts.table + (try track.children(of: bytes)), table,
                    scheme: description.scheme,
                    vectorCounts: numbers.map { number in
                        number.map { rules[Int($0)].protection.vectorCount } ?? 0
                    }, in: bytes, input)
                for (index, place) in table.places.enumerated() {
                    // If the file is truncated, samples beyond its end are skipped here. The
                    // demuxer reports them.
                    if let count = input.byteCount, place.offset + Int64(place.count) > count {
                        continue
                    }
                    guard let number = numbers[index] else {
                        if place.count > 0 { add(clearSampleAt: place.offset, of: identifier) }
                        continue
                    }
                    try add(
                        at: place.offset, count: place.count, rule: number, record: records[index])
                }
            }
        }
    }

    /// Returns the index of each sample's encryption rule; `nil` for samples described as clear.
    private mutating func rules(
        of table: SampleTable, _ known: MovieProtection.Track,
        _ description: MovieProtection.Description, track: UInt64
    ) throws(DecryptionError) -> [Int32?] {
        var groups = SampleGroupWalk(local: known.groups, shared: known.groups)
        var numbers: [Int32?] = []
        numbers.reserveCapacity(table.places.count)
        for place in table.places {
            let special = try groups.next()
            guard known.descriptions.indices.contains(place.description - 1) else {
                throw DecryptionError(.malformed("an unknown sample description"))
            }
            let own = known.descriptions[place.description - 1].protection
            guard let own, (special ?? own).isProtected else {
                numbers.append(nil)
                continue
            }
            numbers.append(
                try add(
                    SampleRule(
                        track: track, protection: special ?? own, scheme: description.scheme,
                        unitLengthCount: description.unitLengthCount)))
        }
        return numbers
    }

    /// Adds the samples of all fragments of a file.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - movie: The encryption that its movie box describes.
    ///   - changes: Receives the conversion of the encryption records to free space.
    /// - Throws: `DecryptionError` when a fragment is damaged.
    mutating func add(
        fragmentsOf input: any ContainerInput, _ movie: MovieProtection,
        _ changes: inout FileChanges
    ) throws(DecryptionError) {
        guard movie.isFragmented else { return }
        var boxes = FileBoxes(input)
        while let box = try boxes.next() {
            guard box.type == "moof" else { continue }
            let window = FileWindow(
                offset: box.offset, count: Int(clamping: (input.byteCount ?? .max) - box.offset))
            var bytes = try boxes.bytes(of: box)
            var work: FragmentDecryptor.Work
            do throws(DecryptionError) {
                work = try FragmentDecryptor.work(of: bytes, movie: movie, in: window)
            } catch {
                // The encryption records may be located after the movie fragment box. Therefore
                // all bytes up to the next fragment are read, and the fragment is parsed again.
                guard case .truncated = error.reason else { throw error }
                bytes = try boxes.bytes(from: box.offset, upTo: boxes.nextFragment())
                work = try FragmentDecryptor.work(of: bytes, movie: movie, in: window)
            }
            for record in work.records {
                changes.addFree(boxAt: box.offset + Int64(record.range.lowerBound))
            }
            for (offset, track) in work.clearSamples {
                add(clearSampleAt: box.offset + Int64(offset), of: track)
            }
            for (range, auxiliary, number) in work.samples {
                let rule = try add(work.rules[number])
                var record = Array(bytes[auxiliary.vector])
                if let parts = auxiliary.parts {
                    record += [UInt8(parts.count >> 8 & 0xFF), UInt8(parts.count & 0xFF)]
                    for part in work.parts[parts] { record += part.bytes }
                }
                try add(
                    at: box.offset + Int64(range.lowerBound), count: range.count, rule: rule,
                    record: record)
            }
        }
    }
}
