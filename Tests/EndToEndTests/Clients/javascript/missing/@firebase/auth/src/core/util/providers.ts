// Composed: the names of a user's providers.
export function providerDataAsNames(data: { providerId?: string }[]): Set<string> {
  return new Set(data.flatMap(({ providerId }) => (providerId ? [providerId] : [])));
}
