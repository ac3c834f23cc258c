import Cardea
import Foundation

// The examples of links by e-mail, custom tokens, claims and tenants on the pages of Cardea.
private struct LinkedApp {
    let client: CardeaClient
    let settings: UserDefaults

    func verify(_ user: CardeaUser, _ code: String) async throws {
        // EXAMPLE Verifying
        try await user.sendEmailVerification()

        // The link opens a page of the server. If it opens the app instead, or the user types the code:
        try await client.applyActionCode(code)
        try await user.reload()
        if user.isEmailVerified { print("Thank you.") }
        // END
    }

    func reset(_ email: String, _ code: String, _ newPassword: String) async throws {
        // EXAMPLE Resetting
        try await client.sendPasswordReset(toEmail: email)

        // The page of the server asks for the new password. An app that does so itself:
        let address = try await client.verifyPasswordResetCode(code)
        print("The new password of \(address):")
        try await client.confirmPasswordReset(code: code, newPassword: newPassword)
        // END
    }

    func sendLink(_ email: String, _ opensTheApp: URL) async throws {
        // EXAMPLE SendingALink
        let action = ActionLinkSettings(url: opensTheApp, handleCodeInApp: true)
        try await client.sendSignInLink(toEmail: email, settings: action)
        settings.set(email, forKey: "email")
        // END
    }

    func open(_ url: URL, _ askForEmail: () -> String) async throws {
        // EXAMPLE OpeningALink
        guard client.isSignInLink(url) else { return }
        let email = settings.string(forKey: "email") ?? askForEmail()
        try await client.signIn(email: email, link: url)
        settings.removeObject(forKey: "email")
        // END
    }

    func linkGuest(_ guest: CardeaUser, _ email: String, _ url: URL) async throws {
        // EXAMPLE LinkingByLink
        // A guest gets the address and stays the same user:
        try await guest.link(email: email, link: url)

        // A user without a password authenticates again:
        try await guest.reauthenticate(link: url)
        // END
    }

    func change(_ user: CardeaUser, _ newEmail: String) async throws {
        // EXAMPLE ChangingTheAddress
        // Sends a link to the new address. The old one stays until the link is used.
        try await user.sendEmailVerification(beforeUpdatingEmail: newEmail)
        // END
    }

    func handle(_ url: URL) async throws {
        // EXAMPLE HandlingCodes
        guard let link = ActionLink(url) else { return }
        let info = try await client.checkActionCode(link.code, tenantID: link.tenantID)
        switch info.operation {
        case .verifyEmail, .verifyAndChangeEmail, .recoverEmail:
            try await client.applyActionCode(link.code, tenantID: link.tenantID)
        case .passwordReset: print("Ask for a new password of \(info.email ?? "the user").")
        default: break
        }
        // END
    }

    func customToken(_ token: String) async throws {
        // EXAMPLE SigningInByCustomToken
        let user = try await client.signIn(customToken: token)
        let result = try await user.idTokenResult()
        let plan = result.claim("plan", as: String.self) ?? "free"
        // END
        _ = plan
    }

    func claims(_ user: CardeaUser) async throws {
        // EXAMPLE ReadingClaims
        struct Claims: Decodable { let role: String?, plan: String? }

        // A forced refresh brings what an administrator has changed.
        let result = try await user.idTokenResult(forcingRefresh: true)
        let claims = try result.claims(as: Claims.self)
        print(claims.role ?? "no role", result.signInProvider ?? "", result.expiresAt)
        // END
    }

    func tenants(_ email: String, _ password: String) async throws {
        // EXAMPLE UsingTenants
        client.tenantID = "acme"
        let user = try await client.signIn(email: email, password: password)

        // For one call:
        try await client.sendPasswordReset(toEmail: email, tenantID: "globex")
        // END
        _ = user
    }

    func phone(_ number: String, _ askForCode: () -> String) async throws {
        // EXAMPLE SigningInByPhone
        let verification = try await client.sendVerificationCode(toPhoneNumber: number)

        // The system may end the app while the user reads the message: the verification can be kept.
        settings.set(try JSONEncoder().encode(verification), forKey: "verification")
        let user = try await client.signIn(with: verification, code: askForCode())
        // END
        _ = user
    }

    func phone(_ guest: CardeaUser, _ verification: PhoneVerification, _ code: String) async throws {
        // EXAMPLE LinkingAPhone
        // A guest gets the number and stays the same user. Later it is replaced, or removed:
        try await guest.link(verification, code: code)
        try await guest.updatePhoneNumber(verification, code: code)
        try await guest.unlinkPhoneNumber()
        // END
    }

    func userName(_ password: String) async throws {
        // EXAMPLE SigningInByUserName
        let user = try await client.signUp(userName: "Ann.Smith", password: password)
        print(user.userName ?? "")  // ann.smith

        try await client.signIn(userName: "ANN.SMITH", password: password)
        try await user.updateUserName("ann")
        // END
    }

    func userName(_ guest: CardeaUser, _ password: String) async throws {
        // EXAMPLE LinkingAUserName
        try await guest.link(userName: "ann", password: password)
        // END
    }

    func language() {
        // EXAMPLE SettingTheLanguage
        client.languageCode = "de"
        client.useAppLanguage()
        // END
    }
}
