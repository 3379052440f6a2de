export interface RequestTarget {
  readonly path: string
  /** Includes the question mark. Empty if there is no query. */
  readonly query: string
}

/**
 * Splits a request target. Returns undefined if it is not in origin form (absolute or asterisk
 * form) or has a fragment.
 */
export function splitTarget(target: string): RequestTarget | undefined {
  if (!target.startsWith('/') || target.includes('#')) return undefined
  const question = target.indexOf('?')
  return question === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, question), query: target.slice(question) }
}

const remarkable = /[%\\]|\/\/|\/\.{1,2}(?:\/|$)/
const unreserved = /^[A-Za-z0-9\-._~]$/

/**
 * Returns the canonical path (RFC 3986, section 6.2.2). Returns undefined if two parsers could
 * understand the path differently.
 */
export function canonicalPath(path: string): string | undefined {
  if (!remarkable.test(path)) return path
  let broken = path.includes('\\')
  const decoded = path.replace(/%(..?)?/g, (written, hex: string | undefined) => {
    if (hex === undefined || !/^[0-9a-f]{2}$/i.test(hex)) {
      broken = true
      return written
    }
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    if (character === '/' || character === '\\' || character === '\0') broken = true
    return unreserved.test(character) ? character : written.toUpperCase()
  })
  if (broken) return undefined
  const segments = decoded.split('/').slice(1)
  const odd = segments.some(
    (segment, index) =>
      segment === '.' || segment === '..' || (segment === '' && index < segments.length - 1),
  )
  return odd ? undefined : decoded
}
