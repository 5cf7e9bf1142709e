/// The size and the checksum of a stored file.
package struct StoredFile: Sendable, Equatable {
    /// The number of bytes.
    package var size: Int64
    /// The XXH3 hash of the bytes, in 64 bits.
    package var checksum: UInt64

    package init(size: Int64, checksum: UInt64) {
        self.size = size
        self.checksum = checksum
    }

    /// Creates the size and the checksum of a generated file.
    init(of text: PackagePlan.Text) {
        let bytes = Array(text.text.utf8)
        self.init(size: Int64(bytes.count), checksum: Checksum.of(bytes))
    }
}

/// One resource of a download, and its file.
package struct StoredResource: Sendable, Equatable {
    /// The index of the resource in the download's plan, counted from zero.
    package var ordinal: Int
    package var resource: PackagePlan.Resource
    /// The size and the checksum of the stored file; `nil` until it is stored.
    package var file: StoredFile?

    package init(ordinal: Int, resource: PackagePlan.Resource, file: StoredFile? = nil) {
        self.ordinal = ordinal
        self.resource = resource
        self.file = file
    }

    package var isStored: Bool { file != nil }
}

/// The numbers of planned files, stored files and stored bytes of a download.
package struct StoredCounts: Sendable, Equatable {
    /// The number of files in the plan.
    package var resources = 0
    /// The number of stored files.
    package var storedResources = 0
    /// The number of bytes in the stored files.
    package var storedBytes: Int64 = 0

    package init() {}

    package var isWhole: Bool { storedResources == resources }
}
