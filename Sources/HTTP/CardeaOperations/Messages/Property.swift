/// Reads a property of a message.
///
/// A key path is walked at each use. A stored property is found by its offset instead.
struct PropertyReader<Root, Value>: Sendable {
    private let path: any KeyPath<Root, Value> & Sendable
    /// `nil` for a computed property.
    private let offset: Int?

    init(_ path: any KeyPath<Root, Value> & Sendable) {
        self.path = path
        offset = MemoryLayout<Root>.offset(of: path)
    }

    func value(in root: Root) -> Value {
        guard let offset else { return root[keyPath: path] }
        return unsafe withUnsafePointer(to: root) { root in
            unsafe (UnsafeRawPointer(root) + offset).assumingMemoryBound(to: Value.self).pointee
        }
    }
}

/// Sets a property of a message, a stored one by its offset.
struct PropertyWriter<Root, Value>: Sendable {
    private let path: any WritableKeyPath<Root, Value> & Sendable
    /// `nil` for a computed property.
    private let offset: Int?

    init(_ path: any WritableKeyPath<Root, Value> & Sendable) {
        self.path = path
        offset = MemoryLayout<Root>.offset(of: path)
    }

    func set(_ value: Value, in root: inout Root) {
        guard let offset else { return root[keyPath: path] = value }
        unsafe withUnsafeMutablePointer(to: &root) { root in
            unsafe (UnsafeMutableRawPointer(root) + offset).assumingMemoryBound(to: Value.self).pointee =
                value
        }
    }
}
