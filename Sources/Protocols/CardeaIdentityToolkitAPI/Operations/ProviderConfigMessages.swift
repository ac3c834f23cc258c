import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaSecrets

/// A provider that a project defines by its issuer (version 2 of Google's API).
struct OAuthIDPConfig: ResourceMessage {
    /// The credentials that clients may send to sign in.
    struct ResponseType: ResourceMessage {
        var idToken: Bool?
        var code: Bool?

        static let fields = ResourceTable<Self> {
            ResourceField(\.idToken, "Whether clients may send tokens that they obtained themselves.")
            ResourceField(\.code, "Whether the redirect flow may be used.")
            ResourceField(ignored: "token")
        }
    }

    var name: String?
    var displayName: String?
    var enabled: Bool?
    var clientId: String?
    var clientSecret: Secret?
    var issuer: String?
    var responseType: ResponseType?

    static let fields = ResourceTable<Self> {
        ResourceField(
            readOnly: \.name,
            "Name of the resource: `projects/{project}/oauthIdpConfigs/{provider}`."
        )
        ResourceField(\.displayName, .name(256), "Name for administrators.", else: "INVALID_DISPLAY_NAME")
        ResourceField(\.enabled, "Whether users may sign in with the provider.")
        ResourceField(\.clientId, .name(512), "ID of the client at the provider.", else: "INVALID_CONFIG")
        ResourceField(
            \.clientSecret,
            .name(4096),
            "Secret of the client.",
            else: "INVALID_CONFIG"
        )
        ResourceField(\.issuer, .name(2048), "Issuer of the ID tokens, an https URL.", else: "INVALID_CONFIG")
        ResourceField(\.responseType, "What clients may send to sign in; all by default.")
        ResourceField.scope
    }
}

/// A provider that the server knows, such as `google.com` (version 2 of Google's API).
struct DefaultSupportedIDPConfig: ResourceMessage {
    /// The parameters that Sign in with Apple needs in addition.
    struct AppleSignInConfig: ResourceMessage {
        struct CodeFlowConfig: ResourceMessage {
            var teamId: String?
            var keyId: String?
            var privateKey: Secret?

            static let fields = ResourceTable<Self> {
                ResourceField(\.teamId, .name(64), "ID of the team.", else: "INVALID_CONFIG")
                ResourceField(\.keyId, .name(64), "ID of the private key.", else: "INVALID_CONFIG")
                ResourceField(
                    \.privateKey,
                    .name(16_384),
                    "Private key as PEM; no response has it.",
                    .writeOnly,
                    else: "INVALID_CONFIG"
                )
            }
        }

        var codeFlowConfig: CodeFlowConfig?
        var bundleIds: [String]?

        static let fields = ResourceTable<Self> {
            ResourceField(\.codeFlowConfig, "How the client proves itself to Apple.")
            ResourceField(
                \.bundleIds,
                .count(50, each: .name(512)),
                "Bundle IDs of apps whose ID tokens are accepted.",
                else: "INVALID_CONFIG"
            )
        }
    }

    var name: String?
    var enabled: Bool?
    var clientId: String?
    var clientSecret: Secret?
    var appleSignInConfig: AppleSignInConfig?

    static let fields = ResourceTable<Self> {
        ResourceField(
            readOnly: \.name,
            "Name of the resource: `projects/{project}/defaultSupportedIdpConfigs/{provider}`."
        )
        ResourceField(\.enabled, "Whether users may sign in with the provider.")
        ResourceField(\.clientId, .name(512), "ID of the client at the provider.", else: "INVALID_CONFIG")
        ResourceField(
            \.clientSecret,
            .name(4096),
            "Secret of the client.",
            else: "INVALID_CONFIG"
        )
        ResourceField(\.appleSignInConfig, "What Sign in with Apple needs in addition.")
        ResourceField.scope
    }
}

extension ResourceField {
    /// The project and the tenant of the request: admission reads them.
    fileprivate static var scope: [ResourceField] {
        [ResourceField(ignored: "targetProjectId"), ResourceField(ignored: "tenantId")]
    }
}

extension OAuthIDPConfig: ProviderConfigMessage {
    static let collection = "oauthIdpConfigs"

    static func accepts(_ provider: ProviderID) -> Bool { ProviderTable.isOpenID(provider) }

    init(_ configuration: ProviderConfiguration, secret: Secret?) {
        name = configuration.resourceName(in: Self.collection)
        displayName = configuration.displayName
        enabled = configuration.isEnabled
        clientId = configuration.clientID
        clientSecret = secret
        issuer = configuration.issuer
        responseType = ResponseType(
            idToken: configuration.allowsIDTokens,
            code: configuration.allowsCodes
        )
    }

    func apply(_ mask: FieldMask<Self>, to configuration: inout ProviderConfiguration) {
        if mask.contains("displayName", isPresent: displayName != nil) {
            configuration.displayName = displayName
        }
        if mask.contains("enabled", isPresent: enabled != nil) { configuration.isEnabled = enabled ?? false }
        if mask.contains("clientId", isPresent: clientId != nil) { configuration.clientID = clientId ?? "" }
        if mask.contains("issuer", isPresent: issuer != nil) { configuration.issuer = issuer }
        let (idToken, code) = (responseType?.idToken, responseType?.code)
        if mask.contains("responseType.idToken", isPresent: idToken != nil) {
            configuration.allowsIDTokens = idToken ?? true
        }
        if mask.contains("responseType.code", isPresent: code != nil) {
            configuration.allowsCodes = code ?? true
        }
    }

    func secret(_ mask: FieldMask<Self>) -> SecretChange {
        SecretChange(clientSecret, isNamed: mask.contains("clientSecret", isPresent: clientSecret != nil))
    }
}

extension DefaultSupportedIDPConfig: ProviderConfigMessage {
    static let collection = "defaultSupportedIdpConfigs"

    static func accepts(_ provider: ProviderID) -> Bool {
        !ProviderTable.isOpenID(provider) && ProviderTable.definition(of: provider) != nil
    }

    init(_ configuration: ProviderConfiguration, secret: Secret?) {
        name = configuration.resourceName(in: Self.collection)
        enabled = configuration.isEnabled
        clientId = configuration.clientID
        guard configuration.hasSignedSecret else {
            clientSecret = secret
            return
        }
        appleSignInConfig = AppleSignInConfig(
            codeFlowConfig: AppleSignInConfig.CodeFlowConfig(
                teamId: configuration.teamID,
                keyId: configuration.keyID
            ),
            bundleIds: configuration.audiences
        )
    }

    func apply(_ mask: FieldMask<Self>, to configuration: inout ProviderConfiguration) {
        if mask.contains("enabled", isPresent: enabled != nil) { configuration.isEnabled = enabled ?? false }
        if mask.contains("clientId", isPresent: clientId != nil) { configuration.clientID = clientId ?? "" }
        guard configuration.hasSignedSecret else { return }
        let (apple, code) = (appleSignInConfig, appleSignInConfig?.codeFlowConfig)
        let path = "appleSignInConfig"
        if mask.contains("\(path).codeFlowConfig.teamId", isPresent: code?.teamId != nil) {
            configuration.teamID = code?.teamId
        }
        if mask.contains("\(path).codeFlowConfig.keyId", isPresent: code?.keyId != nil) {
            configuration.keyID = code?.keyId
        }
        if mask.contains("\(path).bundleIds", isPresent: apple?.bundleIds != nil) {
            configuration.audiences = apple?.bundleIds ?? []
        }
    }

    func secret(_ mask: FieldMask<Self>) -> SecretChange {
        let key = appleSignInConfig?.codeFlowConfig?.privateKey
        let path = "appleSignInConfig.codeFlowConfig.privateKey"
        // No response has the key, so a resource that is written back lacks it.
        if key != nil || mask.names(path) {
            return SecretChange(key, isNamed: mask.contains(path, isPresent: true))
        }
        return SecretChange(
            clientSecret,
            isNamed: mask.contains("clientSecret", isPresent: clientSecret != nil)
        )
    }
}

extension ProviderConfiguration {
    /// Whether the client proves itself by a signature instead of a secret.
    fileprivate var hasSignedSecret: Bool {
        if case .signedSecret = ProviderTable.definition(of: provider)?.clientAuthentication {
            true
        } else {
            false
        }
    }

    fileprivate func resourceName(in collection: String) -> String {
        let tenant = pool.tenant.map { "/tenants/\($0.rawValue)" } ?? ""
        return "projects/\(pool.project.rawValue)\(tenant)/\(collection)/\(provider.rawValue)"
    }
}

extension SecretChange {
    /// - Parameters:
    ///   - secret: The secret in the request.
    ///   - isNamed: Whether the request changes the secret.
    fileprivate init(_ secret: Secret?, isNamed: Bool) {
        self = isNamed ? secret.map(SecretChange.set) ?? .removed : .unchanged
    }
}
