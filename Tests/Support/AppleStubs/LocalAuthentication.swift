// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import AppleFoundation

public enum LAPolicy: Int, Sendable {
    case deviceOwnerAuthenticationWithBiometrics = 1
    case deviceOwnerAuthentication = 2
}

public struct LAError: Error {
    public enum Code: Int, Sendable { case authenticationFailed = -1 }

    public var code: Code { fatalError() }
}

open class LAContext: NSObject {
    public func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        fatalError()
    }
}
