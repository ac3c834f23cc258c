/// An identity server.
public final class CardeaServer: Sendable {
    public init() {}
}
