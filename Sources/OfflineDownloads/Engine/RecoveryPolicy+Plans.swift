import Sessions
import Transport

extension RecoveryPolicy {
    /// Limits the duration and the size of a request for a file, according to the package's plan.
    func bound(
        _ request: inout ResourceRequest, of resource: PackagePlan.Resource, in plan: PackagePlan
    ) {
        let range = resource.byteRange.map { $0.upperBound - $0.lowerBound }
        let track = plan.tracks.indices.contains(resource.track) ? plan.tracks[resource.track] : nil
        request.patience = patience(forSegmentOf: resource.duration)
        request.maximumByteCount = byteBound(
            planned: resource.expectedBytes ?? range, duration: resource.duration,
            bandwidth: track?.bandwidth ?? 0)
        if let range { request.maximumByteCount = max(request.maximumByteCount, range) }
    }
}
