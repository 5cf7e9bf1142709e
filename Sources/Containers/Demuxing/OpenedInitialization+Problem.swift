extension OpenedInitialization {
    /// The reason why segments cannot be read with the section; `nil` if there is none.
    ///
    /// An ISO section needs a complete movie box with a track.
    package var problem: ContainerError? {
        do throws(ContainerError) {
            let contents = try contents.get()
            guard contents.format.isISO else { return nil }
            return try contents.movieProblem
        } catch {
            return error
        }
    }
}

extension OpenedInitialization.Contents {
    /// The reason why the movie box of an ISO section is unusable; `nil` if it is usable.
    fileprivate var movieProblem: ContainerError? {
        get throws(ContainerError) {
            var walk = ISOBoxWalk(MemoryInput(bytes))
            var hasMovie = false
            while let box = try walk.next() {
                if box.type == "moov" { hasMovie = true }
            }
            if walk.isTruncated {
                return ContainerError(.malformed(format, "the last box is incomplete"))
            }
            guard hasMovie else { return ContainerError(.malformed(format, "no movie box")) }
            guard try !MoviePromise(of: MemoryInput(bytes)).tracks.isEmpty else {
                return ContainerError(.malformed(format, "the movie box has no track"))
            }
            guard case .brokenMovie(let damage)? = try problems.get().first?.kind else {
                return nil
            }
            return ContainerError(.malformed(format, "in its movie box, \(damage)"))
        }
    }
}
