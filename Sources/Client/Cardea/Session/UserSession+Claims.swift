internal import CardeaEncodings
internal import CardeaIdentityWire
internal import CardeaSession

extension UserSession {
    /// Gets a new token if a claim of the present one is not what the server says of the user.
    ///
    /// A server may leave a claim out of its tokens, or write it in another form. A difference that a refresh has not
    /// removed causes no other refresh.
    func refresh(ifOutdatedFor info: AccountInfo) async throws(CardeaError) {
        guard let credential = engine.credential, credential.refreshToken != nil else { return }
        let outdated = credential.accessToken.outdatedClaims(info)
        guard !outdated.isSubset(of: lastingDifferences.value) else { return }
        let new = try await sessionCall { () async throws(SessionError) in try await engine.refresh() }
        lastingDifferences.value = new.accessToken.outdatedClaims(info)
    }
}

extension SessionSecret {
    /// The names of the claims of an ID token that are not what the server says of the user; none of another token.
    fileprivate func outdatedClaims(_ info: AccountInfo) -> Set<ExactText> {
        guard let payload = TokenPayload(unverified: reveal()), let claims = payload.members else {
            return []
        }
        var present: [ExactText: JSONValue] = [:]
        present["name"] = info.displayName.map(JSONValue.string)
        present["picture"] = info.photoUrl.map(JSONValue.string)
        present["phone_number"] = info.phoneNumber.map(JSONValue.string)
        present["email"] = info.email.map(JSONValue.string)
        present["email_verified"] = info.email == nil ? nil : .boolean(info.emailVerified ?? false)
        var names: Set<ExactText> = ["name", "picture", "phone_number", "email", "email_verified"]
        for (name, value) in JSONValue(parsing: (info.customAttributes ?? "").utf8)?.object ?? JSONObject() {
            names.insert(name.exact)
            present[name.exact] = value
        }
        // The developer claims of a custom token are in the tokens of its session alone.
        if payload.signInProvider != "custom" { names.formUnion(payload.customNames) }
        return names.filter { !Self.isSame(claims[$0.wrappedValue], present[$0]) }
    }

    /// Compares texts byte for byte; a user without an address has none that is verified.
    private static func isSame(_ claim: JSONValue?, _ present: JSONValue?) -> Bool {
        switch (claim, present) {
        case (.string(let claim), .string(let present)): claim.utf8.elementsEqual(present.utf8)
        case (.boolean(false), nil), (nil, .boolean(false)): true
        default: claim == present
        }
    }
}
