import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

extension AdminOperation {
    private static var accounts: [String] { ["/projects/{project}/serviceAccounts"] }
    private static var account: [String] { ["/projects/{project}/serviceAccounts/{name}"] }

    static var listServiceAccounts: Self {
        Operation(
            "serviceAccounts.list",
            "Lists the service accounts of a project by name.",
            .get,
            accounts,
            errors: [.notFound]
        ) { (call, _: NoInput) in try await call.list(of: try call.project.id) }
    }

    static var createServiceAccount: Self {
        Operation(
            "serviceAccounts.create",
            "Creates a service account with a key, and returns its key file; no other response has it.",
            .post,
            accounts,
            errors: [.notFound, .conflict]
        ) { (call, message: ServiceAccountResource) in
            if let name = message.displayName, !ProfileRules.isDisplayName(name) {
                throw AdminError(.badRequest, "the display name must have 1 to 256 characters")
            }
            let id = ServiceAccountID(project: try call.project.id, name: try message.name.required("name"))
            let key = try await call.services.serviceAccounts.create(
                id,
                displayName: message.displayName,
                isDisabled: message.disabled ?? false,
                by: call.actor
            )
            return call.keyFile(key)
        }
    }

    static var getServiceAccount: Self {
        Operation("serviceAccounts.get", "Returns a service account.", .get, account, errors: [.notFound]) {
            (call, _: NoInput) in
            ServiceAccountResource(try await call.services.serviceAccounts.account(try call.accountID))
        }
    }

    static var updateServiceAccount: Self {
        Operation(
            "serviceAccounts.update",
            "Disables or enables a service account.",
            .patch,
            account,
            errors: [.notFound]
        ) { (call, message: Changes<ServiceAccountResource>) in
            let accounts = call.services.serviceAccounts
            let id = try call.accountID
            guard let isDisabled = message.resource.disabled else {
                return ServiceAccountResource(try await accounts.account(id))
            }
            return ServiceAccountResource(try await accounts.setDisabled(id, isDisabled, by: call.actor))
        }
    }

    static var deleteServiceAccount: Self {
        Operation(
            "serviceAccounts.delete",
            "Deletes a service account with its keys, and lists the others.",
            .delete,
            account,
            errors: [.notFound]
        ) { (call, _: NoInput) in
            let id = try call.accountID
            try await call.services.serviceAccounts.delete(id, by: call.actor)
            return try await call.list(of: id.project)
        }
    }

    static var addServiceAccountKey: Self {
        Operation(
            "serviceAccounts.addKey",
            "Adds a key to a service account, and returns its key file; no other response has it.",
            .post,
            account.map { $0 + "/keys" },
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in
            call.keyFile(
                try await call.services.serviceAccounts.addKey(to: try call.accountID, by: call.actor)
            )
        }
    }

    static var deleteServiceAccountKey: Self {
        Operation(
            "serviceAccounts.deleteKey",
            "Deletes a key of a service account.",
            .delete,
            account.map { $0 + "/keys/{key}" },
            errors: [.notFound]
        ) { (call, _: NoInput) in
            let accounts = call.services.serviceAccounts
            return ServiceAccountResource(
                try await accounts.deleteKey(call["key"], of: try call.accountID, by: call.actor)
            )
        }
    }
}

extension AdminCall {
    /// The service account in the path.
    fileprivate var accountID: ServiceAccountID {
        get throws(ProjectDirectoryError) {
            ServiceAccountID(project: try project.id, name: self["name"])
        }
    }

    fileprivate func list(of project: ProjectID) async throws(ServiceAccountError) -> ServiceAccountList {
        ServiceAccountList(
            serviceAccounts: try await services.serviceAccounts.list(of: project)
                .map(ServiceAccountResource.init)
        )
    }

    fileprivate func keyFile(_ key: ServiceAccounts.NewKey) -> ServiceAccountKeyFile {
        ServiceAccountKeyFile(key, server: projects.publicURL, tokenURL: projects.tokenURL)
    }
}
