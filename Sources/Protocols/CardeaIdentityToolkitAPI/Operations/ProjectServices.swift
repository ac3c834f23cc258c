import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityWire
import CardeaOperations

/// The services of a project that administration tools of Google use beside its resources.
extension ToolkitOperation {
    static var listDefaultSupportedIDPs: Self {
        Operation(
            "defaultSupportedIdps.list",
            "Lists the providers that the server knows, ordered by ID.",
            method: .get,
            paths: [.identityToolkit("/v2/defaultSupportedIdps")],
            by: [.app, .administrator],
            tenant: .none,
            errors: .toolkit(.invalidPageSelection)
        ) { (call, message: TenantPageRequest) in
            let all = ProviderTable.definitions.sorted { $0.id.exact < $1.id.exact }
            let (found, next) = try call.pageSelection(message).page(of: all) { $0.id }
            return DefaultSupportedIDPPage(
                defaultSupportedIdps: found.map { DefaultSupportedIDP(idpId: $0.id, description: $0.name) },
                nextPageToken: next
            )
        }
    }

    static var initializeAuth: Self {
        Operation(
            "identityPlatform.initializeAuth",
            "Does nothing: the services of a project are ready when it is created.",
            paths: [.identityToolkit("/v2/projects/{project}/identityPlatform:initializeAuth")],
            by: [.administrator],
            tenant: .none
        ) { (_, _: InitializeAuthRequest) in EmptyObject() }
    }

    static var getTenantPolicy: Self {
        Operation(
            "tenants.getIamPolicy",
            "Returns an empty policy: the administrators of a project administer its tenants.",
            paths: [.identityToolkit("/v2/projects/{project}/tenants/{tenant}:getIamPolicy")],
            by: [.administrator],
            tenant: .object,
            errors: .toolkit(.tenantNotFound)
        ) { (_, _: TenantPolicyRequest) in TenantPolicy() }
    }
}

struct DefaultSupportedIDP: OutputMessage {
    let idpId: String
    let description: String

    static let outputFields = OutputTable<Self> {
        OutputField(\.idpId, "ID of the provider, such as `google.com`.")
        OutputField(\.description, "Name of the provider.")
    }
}

struct DefaultSupportedIDPPage: OutputMessage {
    let defaultSupportedIdps: [DefaultSupportedIDP]
    let nextPageToken: String?

    static let outputFields = OutputTable<Self> {
        OutputField(\.defaultSupportedIdps, "The providers.")
        OutputField(
            \.nextPageToken,
            "Token of the next page; absent on the last one, but in an emulator if that is full."
        )
    }
}

struct InitializeAuthRequest: InputMessage {
    static let inputFields = InputTable<Self> { InputField.scope }
}

struct TenantPolicyRequest: InputMessage {
    static let inputFields = InputTable<Self> {
        InputField.scope
        InputField.ignored("options", "resource")
    }
}

/// A policy of Google's IAM.
struct TenantPolicy: OutputMessage {
    let version: Int64 = 1
    /// That of an empty policy.
    let etag = "ACAB"
    let bindings: [TenantPolicyBinding] = []

    static let outputFields = OutputTable<Self> {
        OutputField(\.version, "Version of the form.")
        OutputField(\.etag, "Version of the policy.")
        OutputField(\.bindings, "Roles with their members; always empty.")
    }
}

struct TenantPolicyBinding: OutputMessage {
    let role: String
    let members: [String]

    static let outputFields = OutputTable<Self> {
        OutputField(\.role, "Role.")
        OutputField(\.members, "Members.")
    }
}
