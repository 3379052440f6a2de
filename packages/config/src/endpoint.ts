/** Returns a table row for an address that overrides the provider's own. */
export function endpoint<const Type extends 'url' | 'baseUrl'>(type: Type, about: string) {
  return { kind: 'identifier', type, about, whenUnset: 'The real provider.' } as const
}
