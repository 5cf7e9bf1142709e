#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of a resource, with their validators.
struct OriginOffer {
    let bytes: [UInt8]
    let validators: OriginValidators

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        validators = OriginValidators(of: bytes)
    }
}

/// The validators of a version of a resource.
struct OriginValidators {
    var entityTag: String?
    var lastModified: String?

    /// Creates the default validators for bytes in memory.
    ///
    /// The strong entity tag is made from the bytes.
    init(of bytes: [UInt8]) {
        // The hash differs from one process to the next, which clients must accept.
        var hasher = Hasher()
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        let hash = UInt(bitPattern: hasher.finalize())
        entityTag = "\"\(String(hash, radix: 16))-\(bytes.count)\""
    }

    /// Creates the default validators for a file.
    ///
    /// The strong entity tag is made from the inode, the time and the size of the file.
    init(ofFile path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        let parts = [
            Int(status.st_ino), Int(time.tv_sec), Int(time.tv_nsec), Int(status.st_size),
        ]
        entityTag = "\"\(parts.map { String($0, radix: 16) }.joined(separator: "-"))\""
    }

    init(entityTag: String?, lastModified: String?) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    var headers: [(name: String, value: String)] {
        [("ETag", entityTag), ("Last-Modified", lastModified)].compactMap { name, value in
            value.map { (name, $0) }
        }
    }

    /// Returns whether a version is current, so that a range of it may be sent.
    ///
    /// Weak entity tags never match. Reference: RFC 9110, section 13.1.5.
    func isCurrent(_ version: String) -> Bool {
        if version.hasPrefix("W/") { return false }
        return version == (version.hasPrefix("\"") ? entityTag : lastModified)
    }
}

/// The faults in the delivery of a resource.
struct OriginBehaviour {
    private(set) var ignoresRanges = false
    private(set) var ignoresIfRange = false
    private(set) var validators: OriginValidators?

    init(_ faults: [OriginFault]) {
        for fault in faults {
            switch fault {
            case .ignoreRanges: ignoresRanges = true
            case .ignoreIfRange: ignoresIfRange = true
            case .validators(let entityTag, let lastModified):
                validators = OriginValidators(entityTag: entityTag, lastModified: lastModified)
            default: break
            }
        }
    }
}
