import CardeaIdentityDomain

extension App.Kind: ArgumentValue {}
extension Mail.State: ArgumentValue {}
extension MailPurpose: ArgumentValue {}
extension SecurityEvent.Kind: ArgumentValue {}
