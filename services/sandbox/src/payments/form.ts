export type FormValue = string | FormValue[] | { [key: string]: FormValue }

const isIndex = (key: string): boolean => /^\d{1,4}$/.test(key)

/**
 * Parses the form encoding (`a[b][0]=c`) into nested values. Objects whose keys are all numbers
 * become arrays.
 */
export function parseForm(body: string): { [key: string]: FormValue } {
  const root: { [key: string]: FormValue } = Object.create(null)
  for (const [name, value] of new URLSearchParams(body)) {
    const [head = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
    put(root, [head, ...rest], value)
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, asArrays(value)]))
}

function put(
  target: { [key: string]: FormValue },
  [key = '', ...rest]: string[],
  value: string,
): void {
  if (rest.length === 0) {
    target[key] = value
    return
  }
  const current = target[key]
  const next =
    typeof current === 'object' && !Array.isArray(current)
      ? current
      : (Object.create(null) as { [key: string]: FormValue })
  target[key] = next
  // `tags[]=a&tags[]=b` numbers its items implicitly.
  const [first = '', ...others] = rest
  put(next, [first === '' ? String(Object.keys(next).length) : first, ...others], value)
}

function asArrays(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, asArrays(inner)] as const)
  if (entries.length > 0 && entries.every(([key]) => isIndex(key))) {
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => inner)
  }
  return Object.fromEntries(entries)
}
