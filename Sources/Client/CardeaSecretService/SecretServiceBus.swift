/// Where the Secret Service is reached.
public struct SecretServiceBus: Sendable, Hashable {
    /// A D-Bus address; `nil` for the session bus.
    let address: String?

    /// The user's session bus.
    public static let session = Self(address: nil)

    /// The bus at an address (D-Bus Specification, "Server Addresses"), such as `unix:path=/run/user/1000/bus`.
    public static func address(_ address: String) -> Self {
        Self(address: address)
    }
}
