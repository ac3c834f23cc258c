extension PageText {
    static let traditionalChinese = PageText(
        language: .traditionalChinese,
        passwordReset: Action(
            title: "設定新密碼",
            question: "將變更帳號 % 的密碼。所有裝置都會登出。",
            button: "儲存密碼",
            doneTitle: "密碼已變更",
            done: "密碼已變更。現在可以用新密碼登入。"
        ),
        verifyEmail: Action(
            title: "確認電子郵件地址",
            question: "您確認 % 是您的電子郵件地址,且使用該地址的帳號屬於您嗎?",
            button: "確認",
            doneTitle: "電子郵件地址已確認",
            done: "電子郵件地址已確認。"
        ),
        changeEmail: Action(
            title: "變更電子郵件地址",
            question: "您帳號的電子郵件地址將改為 %。所有裝置都會登出。",
            button: "變更地址",
            doneTitle: "電子郵件地址已變更",
            done: "電子郵件地址已變更。請用新地址登入。"
        ),
        recoverEmail: Action(
            title: "還原電子郵件地址",
            question: "您帳號的電子郵件地址將還原為 %。所有裝置都會登出。",
            button: "還原地址",
            doneTitle: "電子郵件地址已還原",
            done: "已還原先前的地址。為防他人知道密碼,請立即設定新密碼。"
        ),
        signIn: Action(
            title: "登入",
            question: "請前往應用程式繼續登入。",
            button: "繼續",
            doneTitle: "",
            done: ""
        ),
        newPassword: "新密碼",
        passwordTooShort: "密碼至少需要 % 個字元。",
        passwordTooCommon: "這個密碼太常見,請換一個。",
        passwordTooLong: "密碼太長。",
        passwordNeedsLowercase: "密碼需要包含小寫字母。",
        passwordNeedsUppercase: "密碼需要包含大寫字母。",
        passwordNeedsDigit: "密碼需要包含數字。",
        passwordNeedsSymbol: "密碼需要包含符號,例如 ! 或 -。",
        notYou: "如果不是您本人的要求,請關閉此頁面。不會有任何變更。",
        continueToApp: "繼續",
        openInApp: "請在申請此連結的裝置上開啟它。",
        invalidTitle: "此連結無法使用",
        invalid: "連結已被使用,或已失效。請在應用程式中重新申請。",
        incomplete: "連結不完整。請從郵件中重新開啟,或複製完整的連結。",
        expired: "連結已過期。請在應用程式中重新申請。",
        disabled: "此帳號已被停用。",
        emailTaken: "此電子郵件地址已被另一個帳號使用。",
        notAllowed: "此帳號無法進行該操作。",
        signInFailedTitle: "未能登入",
        signInFailed: "請返回應用程式重試,並在 15 分鐘內在此瀏覽器中完成登入。",
        signInDeclined: "您未在登入提供者完成登入,或登入遭到拒絕。請返回應用程式,然後重試。",
        notFoundTitle: "這裡沒有頁面",
        notFound: "此伺服器用於登入應用程式。請開啟您的應用程式，或檢查網址。",
        busyTitle: "請稍後再試",
        busy: "伺服器目前無法執行此操作。沒有任何變更。"
    )
}
