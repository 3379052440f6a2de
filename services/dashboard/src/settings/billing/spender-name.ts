const internal = /^internal:([a-z-]+)/

/** Names what spent the credits. `names` is undefined if the workflow list could not be read. */
export function spenderName(
  key: string | null,
  names: ReadonlyMap<string, string> | undefined,
): string {
  if (key === null) return 'Outside of workflows'
  const [, chain] = internal.exec(key) ?? []
  if (chain !== undefined) {
    const words = chain.replaceAll('-', ' ')
    return `${words.charAt(0).toUpperCase()}${words.slice(1)} of a card`
  }
  return names?.get(key) ?? (names === undefined ? key : 'A deleted workflow')
}
