// The entry of the package, which the bundle does not have.
export * from './src/logger';
