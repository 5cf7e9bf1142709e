import TestTools

/// An untrusted certificate for 127.0.0.1 with its key; it secures nothing but tests.
enum LoopbackIdentity {
    static let identity = OriginServer.Identity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBkDCCATagAwIBAgIUblAo8TqMJd93c7nOLpk/tnYYaxMwCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTA1MDIzMloYDzIxMjYxMDI4
            MDUwMjMyWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAASAnzyXPOQYg6lDSFfIadYRC9jASIlw/4DnOymsGTZ9+kBa1/Co6zG+
            3PJlEHjc8jPBS4PNxH7yUKvt2SwQSPCMo2QwYjAdBgNVHQ4EFgQUB+p8unPN7a0e
            U/MVOclv0DXd7u0wHwYDVR0jBBgwFoAUB+p8unPN7a0eU/MVOclv0DXd7u0wDwYD
            VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
            IGBeGIw9sDm+JXqzL40BY6LM0tXfL20qrT823IUNgO33AiEA7d7p9i0fF+vMOliH
            +48n/ethi2+sixrFHyBSfa0J5zs=
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLswdJpY3jzt0E7v1
            CEVjeWNTg7GNIysjyY/+Jl6KnqqhRANCAASAnzyXPOQYg6lDSFfIadYRC9jASIlw
            /4DnOymsGTZ9+kBa1/Co6zG+3PJlEHjc8jPBS4PNxH7yUKvt2SwQSPCM
            -----END PRIVATE KEY-----

            """)
}
