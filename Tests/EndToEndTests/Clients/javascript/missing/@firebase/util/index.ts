// The entry of the package, which the bundle does not have.
export * from './src/compat';
export * from './src/constants';
export * from './src/crypt';
export * from './src/defaults';
export * from './src/deferred';
export * from './src/environment';
export * from './src/errors';
export * from './src/global';
export * from './src/obj';
export * from './src/query';
export * from './src/subscribe';
