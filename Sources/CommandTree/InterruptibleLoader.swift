import HeadlessPlayback
package import Transport
import VirtualTime

/// A loader for the tool's own requests; it cancels them when the tool is interrupted.
package struct InterruptibleLoader: ResourceLoader {
    private let behind: any ResourceLoader

    /// Creates a loader that passes its requests to another loader.
    package init(_ behind: any ResourceLoader) {
        self.behind = behind
    }

    package func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        try behind.load(interruptible(request))
    }

    package func load(
        _ request: ResourceRequest, into sink: any ByteSink
    ) throws(TransportError) -> ResourceResponse {
        try behind.load(interruptible(request), into: sink)
    }

    private func interruptible(_ request: ResourceRequest) -> ResourceRequest {
        var request = request
        request.cancellation = CancellationFlag(under: Interruption.flag)
        return request
    }
}
