import CCardeaArgon2
import Glibc

/// argon2id (RFC 9106); it uses the calling thread only, whatever its parallelism.
enum Argon2id {
    /// - Returns: `nil` if there is not enough memory.
    static func derive(from password: [UInt8], salt: [UInt8], parameters: Argon2Parameters) -> [UInt8]? {
        var password = password
        var salt = salt
        var hash = [UInt8](repeating: 0, count: parameters.hashLength)
        let result = unsafe hash.withUnsafeMutableBufferPointer { hash in
            unsafe salt.withUnsafeMutableBufferPointer { salt in
                unsafe password.withUnsafeMutableBufferPointer { password in
                    var context = unsafe argon2_context()
                    unsafe context.out = hash.baseAddress
                    unsafe context.outlen = UInt32(hash.count)
                    unsafe context.pwd = password.baseAddress
                    unsafe context.pwdlen = UInt32(password.count)
                    unsafe context.salt = salt.baseAddress
                    unsafe context.saltlen = UInt32(salt.count)
                    unsafe context.t_cost = UInt32(parameters.iterations)
                    unsafe context.m_cost = UInt32(parameters.memoryKiB)
                    unsafe context.lanes = UInt32(parameters.parallelism)
                    unsafe context.threads = 1
                    unsafe context.version = ARGON2_VERSION_13.rawValue
                    unsafe context.flags = cardea_argon2_clear_password
                    unsafe context.allocate_cbk = allocate
                    unsafe context.free_cbk = free
                    return unsafe argon2_ctx(&context, Argon2_id)
                }
            }
        }
        return result == ARGON2_OK.rawValue ? hash : nil
    }

    // Straight from the system and back, so that the heap does not keep 19 MiB for each thread that ever
    // hashed.

    /// The memory that hashing leaves to the rest of the server, which ends if an allocation fails (security L14).
    private static let reserve = 64 << 20

    private static let allocate: allocate_fptr = { memory, count in
        let reserved = unsafe mmap(nil, Argon2id.reserve, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let reserved = unsafe reserved, unsafe reserved != MAP_FAILED else {
            return ARGON2_MEMORY_ALLOCATION_ERROR.rawValue
        }
        defer { unsafe munmap(reserved, Argon2id.reserve) }
        let mapped = unsafe mmap(
            nil,
            count,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
            -1,
            0
        )
        guard let memory = unsafe memory, let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
            return ARGON2_MEMORY_ALLOCATION_ERROR.rawValue
        }
        unsafe memory.pointee = mapped.assumingMemoryBound(to: UInt8.self)
        return ARGON2_OK.rawValue
    }

    private static let free: deallocate_fptr = { memory, count in
        unsafe munmap(memory, count)
    }
}
