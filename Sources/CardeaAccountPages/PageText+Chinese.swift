extension PageText {
    static let chinese = PageText(
        language: .chinese,
        passwordReset: Action(
            title: "设置新密码",
            question: "将更改账号 % 的密码。所有设备都会退出登录。",
            button: "保存密码",
            doneTitle: "密码已更改",
            done: "密码已更改。现在可以用新密码登录。"
        ),
        verifyEmail: Action(
            title: "确认邮箱地址",
            question: "您确认 % 是您的邮箱,并且使用该邮箱的账号属于您吗?",
            button: "确认",
            doneTitle: "邮箱地址已确认",
            done: "邮箱地址已确认。"
        ),
        changeEmail: Action(
            title: "更改邮箱地址",
            question: "您账号的邮箱将改为 %。所有设备都会退出登录。",
            button: "更改邮箱",
            doneTitle: "邮箱地址已更改",
            done: "邮箱地址已更改。请用新邮箱登录。"
        ),
        recoverEmail: Action(
            title: "恢复邮箱地址",
            question: "您账号的邮箱将恢复为 %。所有设备都会退出登录。",
            button: "恢复邮箱",
            doneTitle: "邮箱地址已恢复",
            done: "已恢复以前的邮箱。为防他人知道密码,请立即设置新密码。"
        ),
        signIn: Action(
            title: "登录",
            question: "请前往应用继续登录。",
            button: "继续",
            doneTitle: "",
            done: ""
        ),
        newPassword: "新密码",
        passwordTooShort: "密码至少需要 % 个字符。",
        passwordTooCommon: "这个密码太常见,请换一个。",
        passwordTooLong: "密码太长。",
        passwordNeedsLowercase: "密码需要包含小写字母。",
        passwordNeedsUppercase: "密码需要包含大写字母。",
        passwordNeedsDigit: "密码需要包含数字。",
        passwordNeedsSymbol: "密码需要包含符号,例如 ! 或 -。",
        notYou: "如果不是您本人的请求,请关闭此页面。不会有任何更改。",
        continueToApp: "继续",
        openInApp: "请在申请此链接的设备上打开它。",
        invalidTitle: "此链接无法使用",
        invalid: "链接已被使用,或已失效。请在应用中重新申请。",
        incomplete: "链接不完整。请从邮件中重新打开,或复制完整的链接。",
        expired: "链接已过期。请在应用中重新申请。",
        disabled: "此账号已被停用。",
        emailTaken: "此邮箱已被另一个账号使用。",
        notAllowed: "此账号无法进行该操作。",
        signInFailedTitle: "未能登录",
        signInFailed: "请返回应用重试，并在 15 分钟内在此浏览器中完成登录。",
        signInDeclined: "您未在登录提供方完成登录，或登录被拒绝。请返回应用，然后重试。",
        notFoundTitle: "此处没有页面",
        notFound: "此服务器用于登录应用。请打开您的应用，或检查网址。",
        busyTitle: "请稍后再试",
        busy: "服务器目前无法执行此操作。没有任何更改。"
    )
}
