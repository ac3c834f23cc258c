package import CardeaSecrets

/// The purpose of a code that is sent by e-mail; the cases stand in the order of the protocol's numbers.
package enum OobRequestType: String, Sendable, Codable, CaseIterable {
    case unspecified = "OOB_REQ_TYPE_UNSPECIFIED"
    case passwordReset = "PASSWORD_RESET"
    case oldEmailAgree = "OLD_EMAIL_AGREE"
    case newEmailAccept = "NEW_EMAIL_ACCEPT"
    case verifyEmail = "VERIFY_EMAIL"
    case recoverEmail = "RECOVER_EMAIL"
    case emailSignIn = "EMAIL_SIGNIN"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"
}

/// `accounts:sendOobCode`: a link is sent by e-mail; an administrator may get it in the response instead.
package struct SendOobCodeRequest: Sendable, Codable {
    package var requestType: OobRequestType?
    package var email: String?
    package var newEmail: String?
    package var idToken: Secret?
    package var tenantId: String?
    package var continueUrl: String?

    // For Google's servers
    package var canHandleCodeInApp: Bool?
    package var iOSBundleId: String?
    package var androidPackageName: String?
    package var androidInstallApp: Bool?
    package var androidMinimumVersionCode: String?
    package var linkDomain: String?

    // For administrators
    package var returnOobLink: Bool?

    package init() {}
}

package struct SendOobCodeResponse: Sendable, Codable {
    package var kind: String? = "identitytoolkit#GetOobConfirmationCodeResponse"
    package var email: String?
    package var oobCode: Secret?
    package var oobLink: Secret?

    package init() {}
}
