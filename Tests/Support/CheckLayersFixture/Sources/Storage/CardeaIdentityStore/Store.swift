import CCardeaSQLite

struct Store: @unchecked Sendable {
    // A comment may say unsafe and public.
    let name = "https://unsafe.example"
}
