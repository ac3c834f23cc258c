// What an app imports of the SDK, as one script for the browser.
export * from '@firebase/app';
export * from '@firebase/auth/src/core';
export * from '@firebase/auth/src/platform_browser';
export { PhoneAuthProvider } from '@firebase/auth/src/platform_browser/providers/phone';
export { RecaptchaVerifier } from '@firebase/auth/src/platform_browser/recaptcha/recaptcha_verifier';
export { browserLocalPersistence } from '@firebase/auth/src/platform_browser/persistence/local_storage';
export { browserSessionPersistence } from '@firebase/auth/src/platform_browser/persistence/session_storage';
export { indexedDBLocalPersistence } from '@firebase/auth/src/platform_browser/persistence/indexed_db';
export { browserPopupRedirectResolver } from '@firebase/auth/src/platform_browser/popup_redirect';
export { linkWithPhoneNumber, signInWithPhoneNumber, updatePhoneNumber } from '@firebase/auth/src/platform_browser/strategies/phone';
export { linkWithPopup, reauthenticateWithPopup, signInWithPopup } from '@firebase/auth/src/platform_browser/strategies/popup';
export { getRedirectResult, linkWithRedirect, signInWithRedirect } from '@firebase/auth/src/platform_browser/strategies/redirect';
