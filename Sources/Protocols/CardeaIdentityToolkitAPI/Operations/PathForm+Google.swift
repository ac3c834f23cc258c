import CardeaOperations

/// The paths of Google's APIs.
extension PathForm {
    static func identityToolkit(_ path: String, variant: String = "") -> PathForm {
        PathForm(path, host: "identitytoolkit.googleapis.com", variant: variant)
    }

    static func secureToken(_ path: String) -> PathForm {
        PathForm(path, host: "securetoken.googleapis.com")
    }

    static func www(_ path: String, variant: String = "") -> PathForm {
        PathForm(path, host: "www.googleapis.com", variant: variant)
    }
}

extension [PathForm] {
    /// An operation as apps use it: `/v1/accounts:signUp`.
    static func app(_ verb: String) -> Self { [.identityToolkit("/v1/accounts:\(verb)")] }

    /// An operation as administrators use it, on a project and on one of its tenants.
    static func administrator(_ tail: String) -> Self {
        [
            .identityToolkit("/v1/projects/{project}/\(tail)", variant: "project"),
            .identityToolkit("/v1/projects/{project}/tenants/{tenant}/\(tail)", variant: "tenant"),
        ]
    }

    /// The name that the operation has in version 3 of the API.
    static func relyingParty(_ name: String) -> Self {
        [.www("/identitytoolkit/v3/relyingparty/\(name)", variant: "v3")]
    }
}
