// The entry of the package, which the bundle does not have.
export * from './src/component';
export * from './src/component_container';
export * from './src/provider';
export * from './src/types';
