/// The tables of a catalogue, as a list of SQL scripts that create them step by step.
///
/// A released step never changes; later versions add further steps.
package struct CatalogueSchema: Sendable {
    /// The application identifier of a catalogue file.
    static let applicationID: Int64 = 0x4850_4F46

    /// The SQL scripts, one for each version; the version is the number of scripts applied.
    package var steps: [String]
    /// The earliest version that can be read without an upgrade.
    package var oldestReadable: Int

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - steps: The SQL scripts, one for each version.
    ///   - oldestReadable: The earliest version that can be read without an upgrade; `nil` means
    ///     that only the newest version can be read.
    package init(steps: [String], oldestReadable: Int? = nil) {
        self.steps = steps
        self.oldestReadable = oldestReadable ?? steps.count
    }

    /// The version of a catalogue after all steps.
    package var version: Int { steps.count }

    /// The schema of the current version.
    package static let current = CatalogueSchema(
        steps: [first, second, third, fourth], oldestReadable: 2)

    /// Upgrades a catalogue to the latest version, completely or not at all.
    ///
    /// In read-only mode, an older catalogue that can be read remains unchanged.
    ///
    /// - Throws: When the file is not a catalogue, when it has a later version, or when it needs an
    ///   upgrade in read-only mode.
    func apply(to database: borrowing Database, readOnly: Bool) throws(StoreError) {
        let path = database.path
        let found = try check(database)
        guard found < version else { return }
        guard !readOnly else {
            if found == 0 { throw .notAStore(path: path) }
            if found >= oldestReadable { return }
            throw .olderSchema(path: path)
        }
        // The journal mode can be changed only outside a transaction; it is stored in the file.
        try database.run("PRAGMA journal_mode = WAL")
        try database.transaction { () throws(StoreError) in
            // Another process may have upgraded the catalogue while this process waited for the
            // lock.
            for step in steps[try check(database)...] { try database.runScript(step) }
            try database.run("PRAGMA application_id = \(Self.applicationID)")
            try database.run("PRAGMA user_version = \(version)")
        }
    }

    /// Returns the version of a catalogue; zero for an empty file.
    private func check(_ database: borrowing Database) throws(StoreError) -> Int {
        let path = database.path
        let found = try database.number("PRAGMA user_version")
        let mark = try database.number("PRAGMA application_id")
        if found == 0, mark == 0, try database.number("SELECT count(*) FROM sqlite_schema") == 0 {
            return 0
        }
        guard mark == Self.applicationID, found > 0 else { throw .notAStore(path: path) }
        guard found <= version else {
            throw .newerSchema(path: path, found: Int(found), known: version)
        }
        return Int(found)
    }
}

extension CatalogueSchema {
    /// The version that added the request options of a download.
    static let requestOptionsVersion = 4

    /// The migration that adds the request options of a download, such as header fields.
    private static let fourth = "ALTER TABLE download ADD COLUMN requestOptions TEXT;"

    /// The version that added pending deletions and the latest time of a licence check.
    static let deletionsVersion = 3

    /// The migration that adds pending deletions and the latest time of a licence check.
    ///
    /// A pending deletion is a download whose files must still be removed. The added values must
    /// survive a killed process, a power failure and a clock that is set back. The index of the
    /// `resource` table finds downloads with missing files without reading all rows of the table.
    private static let third = """
        ALTER TABLE download ADD COLUMN lastSeenTime INTEGER;
        CREATE TABLE deletion (token TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX resourceWithoutFile ON resource (download) WHERE checksum IS NULL;
        """

    /// The migration that adds the parameters of a request that another launch of the app needs.
    private static let second = """
        ALTER TABLE download ADD COLUMN isConfigured INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE download ADD COLUMN isPreload INTEGER NOT NULL DEFAULT 0;
        """

    private static let first = """
        CREATE TABLE counter (
            name TEXT PRIMARY KEY NOT NULL,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE download (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token TEXT NOT NULL UNIQUE,
            identifier TEXT UNIQUE,
            sourceURL TEXT NOT NULL,
            displayName TEXT NOT NULL,
            video TEXT NOT NULL,
            selection TEXT NOT NULL,
            headers TEXT,
            phase INTEGER NOT NULL,
            percent REAL NOT NULL,
            receivedBytes INTEGER NOT NULL,
            expectedBytes INTEGER NOT NULL,
            startTime INTEGER NOT NULL,
            endTime INTEGER,
            errorCode INTEGER,
            errorReason TEXT,
            allowsCellular INTEGER NOT NULL,
            isWhole INTEGER NOT NULL,
            sidebandLanguages TEXT,
            usesFairPlay INTEGER NOT NULL,
            hasTerms INTEGER NOT NULL,
            wantedRental INTEGER,
            wantedPlayDuration INTEGER,
            licenceRequestTime INTEGER,
            licenceExpiration INTEGER,
            playDuration INTEGER,
            initialPlaybackTime INTEGER,
            posterName TEXT,
            thumbnailName TEXT
        ) STRICT;
        CREATE INDEX downloadBySource ON download (sourceURL);

        CREATE TABLE plan (
            download INTEGER PRIMARY KEY REFERENCES download (id) ON DELETE CASCADE,
            variantBandwidth INTEGER,
            explanation TEXT,
            missingAudio TEXT NOT NULL,
            missingSubtitles TEXT NOT NULL
        ) STRICT;

        CREATE TABLE track (
            download INTEGER NOT NULL REFERENCES download (id) ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            language TEXT,
            playlistName TEXT NOT NULL,
            sourceURL TEXT NOT NULL,
            duration INTEGER NOT NULL,
            bandwidth INTEGER NOT NULL,
            PRIMARY KEY (download, ordinal)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE resource (
            download INTEGER NOT NULL REFERENCES download (id) ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            name TEXT NOT NULL,
            url TEXT NOT NULL,
            rangeStart INTEGER,
            rangeEnd INTEGER,
            kind TEXT NOT NULL,
            track INTEGER NOT NULL,
            duration INTEGER NOT NULL,
            expectedBytes INTEGER,
            size INTEGER,
            checksum INTEGER,
            PRIMARY KEY (download, ordinal)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE document (
            download INTEGER NOT NULL REFERENCES download (id) ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (download, ordinal)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE licence (
            download INTEGER NOT NULL REFERENCES download (id) ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            contentKey TEXT NOT NULL,
            playlistURL TEXT NOT NULL,
            sealed BLOB,
            PRIMARY KEY (download, ordinal)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE command (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token TEXT NOT NULL,
            verb TEXT NOT NULL,
            argument TEXT
        ) STRICT;
        """
}
