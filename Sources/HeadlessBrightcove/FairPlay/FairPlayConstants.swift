import ContentProtection

// The constants of FairPlay errors. The domains share codes, so that only the domain and the code
// together identify an error.

/// The error domain of the key system.
public let kBCOVFPSErrorDomain = LicenceFailure.keySystemDomain
/// The code for a content key that could not be requested.
public let kBCOVFPSErrorCodeStreamingContentKeyRequest = 69401
/// The code for an application certificate that is missing or cannot be used.
public let kBCOVFPSErrorCodeApplicationCertificateRequest = 69404
/// The error domain of authorization proxies.
public let kBCOVFPSAuthProxyErrorDomain = LicenceFailure.proxyDomain
/// The code for an application certificate that could not be requested.
public let kBCOVFPSAuthProxyErrorCodeApplicationCertificateRequestFailed = 69401
/// The code for a content key that the key server did not send.
public let kBCOVFPSAuthProxyErrorCodeContentKeyRequestFailed = 69402
/// The code for a response of the key server without a content key.
public let kBCOVFPSAuthProxyErrorCodeContentKeyGenerationFailed = 69403
/// The code for a source that does not name its key server.
public let kBCOVFPSAuthProxyErrorCodeNoKeyRequestURLForRendition = 69404
/// The key of an error's user info: the body of the key server's response, as `Data`.
public let kBCOVFPSAuthProxyResponseData = "kBCOVFPSAuthProxyResponseData"
