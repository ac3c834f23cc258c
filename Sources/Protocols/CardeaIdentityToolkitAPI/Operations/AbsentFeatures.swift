import CardeaEncodings
import CardeaIdentityWire
import CardeaOperations

/// Features of Google's API that the server does not have: requests may say that they are off.
enum AbsentFeature {
    /// - Parameter feature: The feature, as in "The server has no second factors."
    /// - Returns: The error of a request that turns the feature on.
    static func error(_ feature: String) -> String {
        "\(IdentityToolkitErrorCode.operationNotAllowed.rawValue) : The server has no \(feature)."
    }

    /// The fields that projects and tenants have.
    static func fields<Message: ResourceMessage>() -> [ResourceField<Message>] {
        [
            ResourceField(off: "recaptchaConfig", else: error("reCAPTCHA")),
            ResourceField(off: "monitoring", else: error("log of Google Cloud")),
            ResourceField(
                off: "mobileLinksConfig",
                allowing: ["HOSTING_DOMAIN"],
                else: error("Firebase Dynamic Links")
            ),
        ]
    }

    /// Second factors of a user.
    static func secondFactors<Message: InputMessage>(_ name: String) -> InputField<Message> {
        InputField(off: name, else: error("second factors"))
    }
}

/// Second factors, which must be off.
struct SecondFactorConfig: ResourceMessage {
    enum State: String, WireEnum {
        case unspecified = "STATE_UNSPECIFIED"
        case disabled = "DISABLED"
        case enabled = "ENABLED"
        case mandatory = "MANDATORY"
    }

    var state: State?

    static let off = SecondFactorConfig(state: .disabled)

    static let fields = ResourceTable<Self> {
        ResourceField(\.state, "Must be DISABLED: the server has no second factors.")
        ResourceField(ignored: "enabledProviders")
        ResourceField(ignored: "providerConfigs")
    }

    /// - Throws: `OPERATION_NOT_ALLOWED` if second factors are turned on.
    func validate() throws(IdentityToolkitError) {
        switch state {
        case .enabled, .mandatory:
            throw IdentityToolkitError(.operationNotAllowed, "The server has no second factors.")
        case .disabled, .unspecified, nil: break
        }
    }
}

/// Messages to users.
struct NotificationConfig: ResourceMessage {
    var defaultLocale: String?

    static let fields = ResourceTable<Self> {
        ResourceField(\.defaultLocale, .bytes(35), "Language of messages, such as `en` or `pt-br`.")
        ResourceField(
            off: "sendEmail",
            else: AbsentFeature.error(
                "texts, addresses or mail servers in this resource: see 'cardea mail' and the settings mail.*"
            )
        )
        ResourceField(
            off: "sendSms",
            else: AbsentFeature.error("texts in this resource: see the setting phone.messages")
        )
    }
}

/// Tenants, which each project may have.
struct MultiTenantConfig: ResourceMessage {
    var allowTenants: Bool?

    static let fields = ResourceTable<Self> {
        ResourceField(\.allowTenants, "Always true: each project may have tenants.")
        ResourceField(off: "defaultTenantLocation", else: AbsentFeature.error("locations of tenants"))
    }

    /// - Throws: `OPERATION_NOT_ALLOWED` if tenants are turned off.
    func validate() throws(IdentityToolkitError) {
        guard allowTenants != false else {
            throw IdentityToolkitError(.operationNotAllowed, "Each project may have tenants.")
        }
    }
}
