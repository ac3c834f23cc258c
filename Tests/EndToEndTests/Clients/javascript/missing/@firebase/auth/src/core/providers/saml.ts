// No test uses SAML.
export {};
