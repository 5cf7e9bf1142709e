/// What a file of a package holds.
package struct StoredFile: Sendable, Equatable {
    /// How many bytes.
    package var size: Int64
    /// Their XXH3 hash of 64 bits.
    package var checksum: UInt64

    package init(size: Int64, checksum: UInt64) {
        self.size = size
        self.checksum = checksum
    }
}

/// One thing that a download fetches, and what came of it.
package struct StoredResource: Sendable, Equatable {
    /// Its place in the plan, counted from zero.
    package var ordinal: Int
    package var resource: PackagePlan.Resource
    /// What its file holds; `nil` while there is none.
    package var file: StoredFile?

    package init(ordinal: Int, resource: PackagePlan.Resource, file: StoredFile? = nil) {
        self.ordinal = ordinal
        self.resource = resource
        self.file = file
    }

    package var isStored: Bool { file != nil }
}

/// How much of a download is there.
package struct StoredCounts: Sendable, Equatable {
    /// How many files there will be.
    package var resources = 0
    /// How many there are.
    package var storedResources = 0
    /// How many bytes those have.
    package var storedBytes: Int64 = 0

    package init() {}

    package var isWhole: Bool { storedResources == resources }
}
