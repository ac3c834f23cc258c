import Foundation
import CardeaHTTPMessages
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// The fields, but for those that a body had before the system decompressed it.
    var fields: HeaderFields {
        var fields = HeaderFields()
        for (name, value) in allHeaderFields {
            if let name = name as? String, let value = value as? String {
                fields.append(HeaderFields.Name(name), value)
            }
        }
        if fields["content-encoding"] != nil {
            fields["content-encoding"] = nil
            fields[.contentLength] = nil
        }
        return fields
    }
}
