// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Foundation of Apple systems: with URLSession, Core Foundation and Darwin in it.
@_exported import Darwin
@_exported import Dispatch
@_exported import Foundation  // Not translated into this module itself.
@_exported import FoundationNetworking

// On Apple systems these are bridged classes; here it is enough that `as` accepts the Swift values.
public typealias CFTypeRef = AnyObject
public typealias CFDictionary = [CFString: Any]
public typealias CFArray = [Any]
public typealias CFData = Data
public typealias OSStatus = Int32

public final class CFString: Hashable {
    init() {}
    public static func == (left: CFString, right: CFString) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CFString {
    /// A constant of a framework.
    public static func constant() -> CFString { CFString() }
}

extension NSObject {
    /// Key-value coding of a class, which is an object itself.
    public class func value(forKeyPath keyPath: String) -> Any? { fatalError() }
}

extension FileManager {
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        fatalError()
    }
}

// Of Security, which Foundation imports.
public final class SecTrust {}

public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
public let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"

extension URLProtectionSpace {
    public var serverTrust: SecTrust? { fatalError() }
}

extension URLSessionConfiguration {
    public var allowsExpensiveNetworkAccess: Bool {
        get { fatalError() }
        set { fatalError() }
    }
    public var waitsForConnectivity: Bool {
        get { fatalError() }
        set { fatalError() }
    }
    public var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
        get { fatalError() }
        set { fatalError() }
    }
}

#if !os(macOS)
extension ProcessInfo {
    public func performExpiringActivity(
        withReason reason: String,
        using block: @escaping @Sendable (Bool) -> Void
    ) { fatalError() }
}
#endif
