import CardeaIdentityService
import CardeaIdentityWire

extension IdentityToolkitError {
    /// The protocol's error for an error of a sign-in by phone.
    init(phone error: PhoneError) {
        self =
            switch error {
            case .missingPhoneNumber: Self(.missingPhoneNumber)
            case .missingCode: Self(.missingCode)
            case .wrongCode: Self(.invalidCode)
            case .missingSession: Self(.missingSessionInfo)
            case .unknownSession: Self(.invalidSessionInfo)
            case .expiredSession: Self(.sessionExpired, "Request a new code.")
            case .invalidProof: Self(.invalidTemporaryProof)
            case .regionNotAllowed:
                Self(
                    .operationNotAllowed,
                    "The project settings phone.allowedRegions and phone.deniedRegions exclude this region."
                )
            case .gatewayNotConfigured:
                Self(
                    .operationNotAllowed,
                    "The server cannot send text messages: no SMS gateway is configured."
                )
            }
    }
}
