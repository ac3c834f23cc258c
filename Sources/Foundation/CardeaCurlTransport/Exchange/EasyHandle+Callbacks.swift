#if canImport(CCardeaCurl)
import CCardeaCurl

extension EasyHandle {
    /// Makes libcurl call an exchange, which must live until the handle is removed from the multi handle.
    func setCallbacks(to exchange: Exchange) {
        let me = unsafe Unmanaged.passUnretained(exchange).toOpaque()
        let places = [
            CURLOPT_PRIVATE, CURLOPT_READDATA, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA,
        ]
        for place in places { _ = unsafe cardea_easy_set_pointer(pointer, place, me) }
        _ = unsafe cardea_easy_set_read(pointer) { bytes, size, count, me in
            unsafe Exchange.of(me).supply(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        }
        _ = unsafe cardea_easy_set_write(pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, me in
            unsafe Exchange.of(me).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        _ = unsafe cardea_easy_set_write(pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
            unsafe Exchange.of(me).receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        _ = unsafe cardea_easy_set_prerequest(pointer) { me, _, _, _, _ in
            unsafe Exchange.of(me).maySend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }
}

extension Exchange {
    /// The exchange behind a pointer that libcurl was given.
    static func of(_ pointer: UnsafeMutableRawPointer?) -> Exchange {
        guard let pointer = unsafe pointer else {
            preconditionFailure("libcurl passes the pointer that was set")
        }
        return unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    }
}
#endif
