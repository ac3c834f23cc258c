// The entry of the core, which the bundle does not have.
export * from './core';
