const internal = /^internal:([a-z-]+)/

/** The name of a workflow that credits went to; `names` is undefined where the list was refused. */
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
