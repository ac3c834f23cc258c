import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaSecrets

/// A resource that is the configuration of a provider.
protocol ProviderConfigMessage: ResourceMessage {
    /// The name of the collection in paths.
    static var collection: String { get }
    /// Whether the collection may contain a provider.
    static func accepts(_ provider: ProviderID) -> Bool

    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - secret: The secret of the client.
    init(_ configuration: ProviderConfiguration, secret: Secret?)
    func apply(_ mask: FieldMask<Self>, to configuration: inout ProviderConfiguration)
    func secret(_ mask: FieldMask<Self>) -> SecretChange
}

/// The identity providers of a project or a tenant (version 2 of Google's API).
extension ToolkitOperation {
    static var providerConfigs: [Self] {
        ProviderConfigs<OAuthIDPConfig>(
            noun: "provider that a project defines by its issuer",
            idParameter: "oauthIdpConfigId"
        )
        .all { OAuthIDPConfigPage($0, $1) }
            + ProviderConfigs<DefaultSupportedIDPConfig>(
                noun: "provider that the server knows",
                idParameter: "idpId"
            )
            .all { DefaultSupportedIDPConfigPage($0, $1) }
    }
}

/// The five operations of one collection.
private struct ProviderConfigs<Message: ProviderConfigMessage>: Sendable {
    let noun: String
    /// The item of the query that names a new provider.
    let idParameter: String

    private var collection: [PathForm] {
        [
            .identityToolkit("/v2/projects/{project}/\(Message.collection)"),
            .identityToolkit(
                "/v2/projects/{project}/tenants/{tenant}/\(Message.collection)",
                variant: "tenant"
            ),
        ]
    }

    private var member: [PathForm] {
        [
            .identityToolkit("/v2/projects/{project}/\(Message.collection)/{provider}"),
            .identityToolkit(
                "/v2/projects/{project}/tenants/{tenant}/\(Message.collection)/{provider}",
                variant: "tenant"
            ),
        ]
    }

    func all<Page: OutputValue>(
        _ page: @escaping @Sendable ([Message]?, String?) -> Page
    ) -> [ToolkitOperation] {
        [create, get, list(page), update, delete]
    }

    private var create: ToolkitOperation {
        ToolkitOperation(
            "\(Message.collection).create",
            "Configures a \(noun).",
            paths: collection,
            by: [.administrator],
            parameters: [
                FieldForm(
                    name: idParameter,
                    value: .text(maximumBytes: 128),
                    summary: "ID of the provider.",
                    rule: .required("MISSING_CONFIG_ID")
                )
            ],
            errors: .toolkit(
                .missingConfigID,
                .invalidConfigID,
                .configurationExists,
                .missingOAuthClientID,
                .missingIssuer,
                .invalidConfig,
                .invalidDisplayName
            )
        ) { [idParameter] (call, message: Message) in
            guard let text = call.query[idParameter], !text.isEmpty else {
                throw IdentityToolkitError(.missingConfigID)
            }
            guard let provider = ProviderID(rawValue: text), Message.accepts(provider) else {
                throw IdentityToolkitError(.invalidConfigID)
            }
            let configuration = try await call.services.providerAdministration.create(
                provider,
                in: call.caller.pool,
                secret: message.secret(.present),
                by: call.caller.actor
            ) { configuration in
                // As in Google's API: what is not named is off.
                configuration.isEnabled = false
                message.apply(.present, to: &configuration)
            }
            return try call.message(configuration) as Message
        }
    }

    private var get: ToolkitOperation {
        ToolkitOperation(
            "\(Message.collection).get",
            "Returns the configuration of a \(noun).",
            method: .get,
            paths: member,
            by: [.administrator],
            errors: .toolkit(.configurationNotFound)
        ) { (call, _: ProviderConfigRequest) in
            try call.message(
                try await call.services.providerAdministration.configuration(
                    of: try call.provider(in: Message.self),
                    in: call.caller.pool
                )
            ) as Message
        }
    }

    private func list<Page: OutputValue>(
        _ page: @escaping @Sendable ([Message]?, String?) -> Page
    ) -> ToolkitOperation {
        ToolkitOperation(
            "\(Message.collection).list",
            "Lists the configurations, ordered by ID.",
            method: .get,
            paths: collection,
            by: [.administrator],
            errors: .toolkit(.invalidPageSelection)
        ) { (call, message: TenantPageRequest) in
            let all = try await call.services.providerAdministration.list(in: call.caller.pool)
                .filter { Message.accepts($0.provider) }
            let (found, next) = try call.pageSelection(message).page(of: all) { $0.provider.rawValue }
            return page(call.shown(try found.map { try call.message($0) }), next)
        }
    }

    private var update: ToolkitOperation {
        ToolkitOperation(
            "\(Message.collection).update",
            "Changes the fields that the mask names; without a mask, those that the request has.",
            method: .patch,
            paths: member,
            by: [.administrator],
            parameters: [FieldMask<Message>.form],
            errors: .toolkit(
                .configurationNotFound,
                .missingOAuthClientID,
                .missingIssuer,
                .invalidConfig,
                .invalidDisplayName
            )
        ) { (call, message: Message) in
            let mask: FieldMask<Message> = try call.mask()
            let configuration = try await call.services.providerAdministration.update(
                try call.provider(in: Message.self),
                in: call.caller.pool,
                secret: message.secret(mask),
                by: call.caller.actor
            ) { message.apply(mask, to: &$0) }
            return try call.message(configuration) as Message
        }
    }

    private var delete: ToolkitOperation {
        ToolkitOperation(
            "\(Message.collection).delete",
            "Deletes the configuration of a \(noun).",
            method: .delete,
            paths: member,
            by: [.administrator],
            errors: .toolkit(.configurationNotFound)
        ) { (call, _: ProviderConfigRequest) in
            try await call.services.providerAdministration.delete(
                try call.provider(in: Message.self),
                in: call.caller.pool,
                by: call.caller.actor
            )
            return EmptyObject()
        }
    }
}

extension ToolkitCall {
    /// The resource of a configuration, with the secret: its readers may replace it.
    fileprivate func message<Message: ProviderConfigMessage>(
        _ configuration: ProviderConfiguration
    ) throws -> Message {
        Message(configuration, secret: try services.providerAdministration.secret(of: configuration))
    }

    /// The provider in the path.
    fileprivate func provider<Message: ProviderConfigMessage>(
        in collection: Message.Type
    ) throws(IdentityToolkitError) -> ProviderID {
        guard let provider = path["provider"].flatMap(ProviderID.init), Message.accepts(provider) else {
            throw IdentityToolkitError(.configurationNotFound)
        }
        return provider
    }
}

struct ProviderConfigRequest: InputMessage {
    static let inputFields = InputTable<Self> { InputField.scope }
}

struct OAuthIDPConfigPage: OutputMessage {
    let oauthIdpConfigs: [OAuthIDPConfig]?
    let nextPageToken: String?

    init(_ configurations: [OAuthIDPConfig]?, _ token: String?) {
        oauthIdpConfigs = configurations
        nextPageToken = token
    }

    static let outputFields = OutputTable<Self> {
        OutputField(\.oauthIdpConfigs, "The configurations; absent if the list is empty, but in an emulator.")
        OutputField(
            \.nextPageToken,
            "Token of the next page; absent on the last one, but in an emulator if that is full."
        )
    }
}

struct DefaultSupportedIDPConfigPage: OutputMessage {
    let defaultSupportedIdpConfigs: [DefaultSupportedIDPConfig]?
    let nextPageToken: String?

    init(_ configurations: [DefaultSupportedIDPConfig]?, _ token: String?) {
        defaultSupportedIdpConfigs = configurations
        nextPageToken = token
    }

    static let outputFields = OutputTable<Self> {
        OutputField(
            \.defaultSupportedIdpConfigs,
            "The configurations; absent if the list is empty, but in an emulator."
        )
        OutputField(
            \.nextPageToken,
            "Token of the next page; absent on the last one, but in an emulator if that is full."
        )
    }
}
