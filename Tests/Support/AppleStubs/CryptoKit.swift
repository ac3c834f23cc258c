// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import AppleFoundation

public protocol HashFunction: Sendable {}

public struct SHA256Digest: Sequence, Sendable {
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}

public struct SHA256: HashFunction {
    public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { fatalError() }
}

public struct SymmetricKey: Sendable {
    public init<D: ContiguousBytes>(data: D) { fatalError() }
}

public struct HashedAuthenticationCode<H: HashFunction>: Sequence, Sendable {
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}

public struct HMAC<H: HashFunction>: Sendable {
    public typealias MAC = HashedAuthenticationCode<H>
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC {
        fatalError()
    }
}

public enum AES {
    public enum GCM {
        public struct Nonce: Sendable {}

        public struct SealedBox: Sendable {
            public init<D: DataProtocol>(combined: D) throws { fatalError() }
            public var combined: Data? { fatalError() }
        }

        public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
            _ message: Plaintext,
            using key: SymmetricKey,
            nonce: Nonce? = nil,
            authenticating authenticatedData: AuthenticatedData
        ) throws -> SealedBox { fatalError() }

        public static func open<AuthenticatedData: DataProtocol>(
            _ sealedBox: SealedBox,
            using key: SymmetricKey,
            authenticating authenticatedData: AuthenticatedData
        ) throws -> Data { fatalError() }
    }
}

public enum P256 {
    public enum Signing {
        public struct ECDSASignature: Sendable {
            public init<D: DataProtocol>(rawRepresentation: D) throws { fatalError() }
            public var rawRepresentation: Data { fatalError() }
        }

        public struct PublicKey: Sendable {
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool {
                fatalError()
            }
            public var rawRepresentation: Data { fatalError() }
        }

        public struct PrivateKey: Sendable {
            public init(compactRepresentable: Bool = true) { fatalError() }
            public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws
            where Bytes.Element == UInt8 { fatalError() }
            public var publicKey: PublicKey { fatalError() }
            public var derRepresentation: Data { fatalError() }
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature { fatalError() }
        }
    }
}

public enum Curve25519 {
    public enum Signing {
        public struct PublicKey: Sendable {
            public init<D: ContiguousBytes>(rawRepresentation: D) throws { fatalError() }
            public func isValidSignature<S: DataProtocol, D: DataProtocol>(
                _ signature: S,
                for data: D
            ) -> Bool {
                fatalError()
            }
        }
    }
}
