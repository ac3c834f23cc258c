// The values among the types of the package, which compilers put into their place.
export const enum InstantiationMode {
  LAZY = 'LAZY',
  EAGER = 'EAGER',
  EXPLICIT = 'EXPLICIT'
}

export const enum ComponentType {
  PUBLIC = 'PUBLIC',
  PRIVATE = 'PRIVATE',
  VERSION = 'VERSION'
}
