import CardeaIdentityWire

/// A message that an operation takes.
protocol RequestMessage {
    /// Takes this message's fields; what it leaves behind, nobody knows.
    init(reading fields: inout MessageFields) throws(InvalidRequest)
}

extension SignUpRequest: RequestMessage {
    init(reading fields: inout MessageFields) throws(InvalidRequest) {
        self.init()
        email = try fields.string("email")
        password = try fields.string("password")
        displayName = try fields.string("displayName")
        photoUrl = try fields.string("photoUrl")
        idToken = try fields.name("idToken")
        accessTokenLifetime = try fields.integer("accessTokenLifetime")
        localId = try fields.name("localId")
        phoneNumber = try fields.string("phoneNumber")
        emailVerified = try fields.bool("emailVerified")
        disabled = try fields.bool("disabled")
        fields.disregardCaptcha()
        fields.disregard("returnSecureToken", "instanceId", "tenantProjectNumber")
    }
}

extension SignInWithPasswordRequest: RequestMessage {
    init(reading fields: inout MessageFields) throws(InvalidRequest) {
        self.init()
        email = try fields.string("email")
        password = try fields.string("password")
        idToken = try fields.name("idToken")
        returnSecureToken = try fields.bool("returnSecureToken")
        accessTokenLifetime = try fields.integer("accessTokenLifetime")
        fields.disregardCaptcha()
        fields.disregard("pendingIdToken", "instanceId", "delegatedProjectNumber")
    }
}

extension LookupRequest: RequestMessage {
    init(reading fields: inout MessageFields) throws(InvalidRequest) {
        self.init()
        idToken = try fields.name("idToken")
        localId = try fields.strings("localId")
        email = try fields.strings("email")
        phoneNumber = try fields.strings("phoneNumber")
        // Nobody has signed in by a provider, and so nobody is found by one.
        fields.disregard("federatedUserId", "initialEmail", "delegatedProjectNumber")
    }
}

extension UpdateRequest: RequestMessage {
    init(reading fields: inout MessageFields) throws(InvalidRequest) {
        self.init()
        idToken = try fields.name("idToken")
        email = try fields.string("email")
        password = try fields.string("password")
        displayName = try fields.string("displayName")
        photoUrl = try fields.string("photoUrl")
        deleteAttribute = try fields.enumerations("deleteAttribute", UserAttribute.self)
        deleteProvider = try fields.strings("deleteProvider")
        localId = try fields.name("localId")
        phoneNumber = try fields.string("phoneNumber")
        emailVerified = try fields.bool("emailVerified")
        disableUser = try fields.bool("disableUser")
        customAttributes = try fields.string("customAttributes")
        validSince = try fields.integer("validSince")
        fields.disregardCaptcha()
        fields.disregard(
            "returnSecureToken",
            "instanceId",
            "delegatedProjectNumber",
            "upgradeToFederatedLogin",
            "createdAt",
            "lastLoginAt"
        )
    }
}

extension DeleteRequest: RequestMessage {
    init(reading fields: inout MessageFields) throws(InvalidRequest) {
        self.init()
        idToken = try fields.name("idToken")
        localId = try fields.name("localId")
        fields.disregard("delegatedProjectNumber")
    }
}

extension BatchDeleteRequest: RequestMessage {
    init(reading fields: inout MessageFields) throws(InvalidRequest) {
        self.init()
        localIds = try fields.strings("localIds")
        force = try fields.bool("force")
    }
}

extension CreateAuthUriRequest: RequestMessage {
    init(reading fields: inout MessageFields) throws(InvalidRequest) {
        self.init()
        identifier = try fields.name("identifier")
        continueUri = try fields.name("continueUri")
        providerId = try fields.string("providerId")
        fields.disregard(
            "appId",
            "authFlowType",
            "context",
            "customParameter",
            "hostedDomain",
            "oauthConsumerKey",
            "oauthScope",
            "openidRealm",
            "otaApp",
            "sessionId"
        )
    }
}

extension MessageFields {
    /// Takes the marks of a challenge that this server does not set.
    fileprivate mutating func disregardCaptcha() {
        disregard("captchaChallenge", "captchaResponse", "clientType", "recaptchaVersion")
    }
}
