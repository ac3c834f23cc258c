internal import CardeaEncodings

/// A user name with what keeps it apart from the other names of its pool.
package struct UniqueUserName: Sendable, Equatable {
    /// The name in the form in which names are compared.
    package let text: String
    /// The same text for all names that look alike (UTS #39, section 4); no two users of a pool have the same.
    ///
    /// It is `nil` for a name from before skeletons were kept, until housekeeping adds it.
    package let skeleton: String?

    package init(_ text: String, skeleton: String?) {
        self.text = text
        self.skeleton = skeleton
    }

    /// The name with a text of its own instead of a skeleton, for a name that an earlier one of the pool looks like.
    ///
    /// No skeleton has the character `=`.
    package var exempt: UniqueUserName { UniqueUserName(text, skeleton: "=" + text) }
}

extension User {
    /// The user name in the form in which names are compared.
    package var userName: String? { uniqueName?.text }

    /// Gives the user a name, unless it is the present one.
    package mutating func setUserName(_ name: UniqueUserName?) {
        if name?.text.exact != userName?.exact { uniqueName = name }
    }
}
