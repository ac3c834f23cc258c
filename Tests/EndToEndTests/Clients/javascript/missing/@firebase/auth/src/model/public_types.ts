// Types, and one value that the SDK imports from here.
export { ActionCodeOperation } from './enums';
