/// The limit that an attempt has reached, for the log alone: errors that differ in nothing else are equal.
package enum ReachedLimit: String, Sendable, Equatable {
    case failuresPerUser
    case attemptsPerNetwork
    case credentialsPerNetwork
    case pendingCredentialsPerNetwork
    case redirectsPerNetwork
    case changesPerUser
    case testCodesPerNetwork
    // Those of settings have their keys.
    case newUsers = "signUp.maximumPerAddress"
    case takenNames = "signUp.maximumTakenPerNetwork"
    case codesOfRecipientAndNetwork = "codes.maximumPerRecipientAndNetwork"
    case codesOfRecipient = "codes.maximumPerRecipient"
    case codesOfNetwork = "codes.maximumPerAddress"
    case codesOfProject = "codes.maximumPerProject"
    case phoneCodesOfNumberAndNetwork = "phone.maximumPerNumberAndNetwork"
    case phoneCodesOfNumber = "phone.maximumPerNumber"
    case phoneCodesOfNetwork = "phone.maximumPerAddress"
    case phoneCodesOfProject = "phone.maximumPerProject"
    case unknown

    package static func == (a: Self, b: Self) -> Bool { true }
}

extension AttemptLedger.Key {
    /// The limit whose counts have this key.
    var limit: ReachedLimit {
        switch self {
        case .account: .failuresPerUser
        case .network: .attemptsPerNetwork
        case .credentials: .credentialsPerNetwork
        case .act(.newUser, _, _): .newUsers
        case .act(.takenName, _, _): .takenNames
        case .changes: .changesPerUser
        case .codesInProject, .codesByAdministrators: .codesOfRecipient
        case .codesInProjectFrom, .ownCodes: .codesOfRecipientAndNetwork
        case .codeRequests: .codesOfNetwork
        case .codesOfProject: .codesOfProject
        case .phoneCodesFrom: .phoneCodesOfNumberAndNetwork
        case .phoneCodeRequests: .phoneCodesOfNetwork
        case .phoneTestCodes: .testCodesPerNetwork
        case .limited(let key, _): key.limit
        }
    }
}

extension PhoneCodeCount {
    /// The limit that counts codes so.
    package var limit: ReachedLimit { phoneNumber == nil ? .phoneCodesOfProject : .phoneCodesOfNumber }
}
