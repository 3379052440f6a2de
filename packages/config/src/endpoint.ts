/** Returns a table row for an address to use instead of the provider's own. */
export function endpoint<const Type extends 'url' | 'baseUrl'>(type: Type, about: string) {
  return { kind: 'identifier', type, about, whenUnset: 'The real provider.' } as const
}
