import CCardeaArgon2

/// Argon2 (RFC 9106); it uses the calling thread only, whatever its parallelism.
package enum Argon2 {
    package enum Variant: String, Sendable, CaseIterable {
        case argon2d, argon2i, argon2id
    }

    /// The version of the algorithm; RFC 9106 describes 19.
    package enum Version: UInt32, Sendable {
        case v10 = 16
        case v13 = 19

        init?(text: String) {
            switch text {
            case "16": self = .v10
            case "19": self = .v13
            default: return nil
            }
        }
    }

    /// - Returns: `nil` if there is not enough memory.
    static func derive(
        from password: [UInt8],
        salt: [UInt8],
        parameters: Argon2Parameters,
        variant: Variant = .argon2id,
        version: Version = .v13,
        associatedData: [UInt8] = []
    ) -> [UInt8]? {
        var password = password
        var salt = salt
        var data = associatedData
        var hash = [UInt8](repeating: 0, count: parameters.hashLength)
        let result = unsafe hash.withUnsafeMutableBufferPointer { hash in
            unsafe salt.withUnsafeMutableBufferPointer { salt in
                unsafe password.withUnsafeMutableBufferPointer { password in
                    unsafe data.withUnsafeMutableBufferPointer { data in
                        var context = unsafe argon2_context()
                        unsafe context.out = hash.baseAddress
                        unsafe context.outlen = UInt32(hash.count)
                        unsafe context.pwd = password.baseAddress
                        unsafe context.pwdlen = UInt32(password.count)
                        unsafe context.salt = salt.baseAddress
                        unsafe context.saltlen = UInt32(salt.count)
                        if !associatedData.isEmpty { unsafe context.ad = data.baseAddress }
                        unsafe context.adlen = UInt32(data.count)
                        unsafe context.t_cost = UInt32(parameters.iterations)
                        unsafe context.m_cost = UInt32(parameters.memoryKiB)
                        unsafe context.lanes = UInt32(parameters.parallelism)
                        unsafe context.threads = 1
                        unsafe context.version = version.rawValue
                        unsafe context.flags = cardea_argon2_clear_password
                        unsafe context.allocate_cbk = allocate
                        unsafe context.free_cbk = free
                        return unsafe argon2_ctx(&context, variant.type)
                    }
                }
            }
        }
        return result == ARGON2_OK.rawValue ? hash : nil
    }

    // The memory is allocated from the system and returned to it, so that the heap does not keep 19 MiB for each
    // thread.

    private static let allocate: allocate_fptr = { memory, count in
        guard let memory = unsafe memory, let mapped = unsafe HashingMemory.map(count) else {
            return ARGON2_MEMORY_ALLOCATION_ERROR.rawValue
        }
        unsafe memory.pointee = mapped.assumingMemoryBound(to: UInt8.self)
        return ARGON2_OK.rawValue
    }

    private static let free: deallocate_fptr = { memory, count in
        unsafe HashingMemory.unmap(memory, count)
    }
}

extension Argon2.Variant {
    fileprivate var type: argon2_type {
        switch self {
        case .argon2d: Argon2_d
        case .argon2i: Argon2_i
        case .argon2id: Argon2_id
        }
    }
}
