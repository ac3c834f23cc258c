// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import AppleFoundation

public let errSecSuccess: OSStatus = 0

public let kSecClass = CFString.constant()
public let kSecClassGenericPassword = CFString.constant()
public let kSecAttrService = CFString.constant()
public let kSecAttrAccount = CFString.constant()
public let kSecAttrGeneric = CFString.constant()
public let kSecAttrAccessGroup = CFString.constant()
public let kSecAttrSynchronizable = CFString.constant()
public let kSecAttrAccessible = CFString.constant()
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = CFString.constant()
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly = CFString.constant()
public let kSecUseDataProtectionKeychain = CFString.constant()
public let kSecValueData = CFString.constant()
public let kSecReturnData = CFString.constant()
public let kSecMatchLimit = CFString.constant()
public let kSecMatchLimitOne = CFString.constant()

public func SecItemCopyMatching(
    _ query: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    fatalError()
}
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    fatalError()
}
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    fatalError()
}
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { fatalError() }

public let kSecAttrKeyType = CFString.constant()
public let kSecAttrKeyTypeRSA = CFString.constant()
public let kSecAttrKeyClass = CFString.constant()
public let kSecAttrKeyClassPublic = CFString.constant()
public let kSecAttrKeyClassPrivate = CFString.constant()

public final class SecKey {}

public struct SecKeyAlgorithm: Sendable {
    public static let rsaSignatureMessagePKCS1v15SHA256 = SecKeyAlgorithm()
}

public func SecKeyCreateWithData(
    _ keyData: CFData,
    _ attributes: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { fatalError() }
public func SecKeyCreateSignature(
    _ key: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ dataToSign: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { fatalError() }
public func SecKeyVerifySignature(
    _ key: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ signedData: CFData,
    _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool { fatalError() }

public final class SecCertificate {}
public final class CFError {}

public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
    fatalError()
}
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { fatalError() }
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { fatalError() }
