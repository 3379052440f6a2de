// In production identity adds a prefix to cookies set over HTTPS. A browser may hold both names for
// a while.
const names = ['__Secure-atrium.session_token', 'atrium.session_token'] as const
const ourCookies = /^(?:__Secure-|__Host-)?atrium\./

/**
 * `malformed` means a value that no server sets, or two different cookies with one name. With two
 * cookies it is unclear which session the user wants.
 */
export type SessionCookie =
  | { kind: 'absent' }
  | { kind: 'malformed' }
  | { kind: 'value'; value: string }

const absent: SessionCookie = { kind: 'absent' }
const malformed: SessionCookie = { kind: 'malformed' }
// RFC 6265 section 4.1.1, cookie-octet, without quotes. Identity escapes all other characters.
const valueForm = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,2048}$/

export function readSessionCookie(header: string | undefined): SessionCookie {
  if (header === undefined || !header.includes('atrium.session_token')) return absent
  const pairs = parsePairs(header)
  for (const name of names) {
    const values = new Set(pairs.flatMap((pair) => (pair.name === name ? [pair.value] : [])))
    if (values.size === 0) continue
    const [value = ''] = values
    return values.size === 1 && valueForm.test(value) ? { kind: 'value', value } : malformed
  }
  return absent
}

export const withoutSessionCookies = (header: string): string =>
  header.includes('atrium.')
    ? parsePairs(header)
        .filter(({ name }) => !ourCookies.test(name))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ')
    : header

function parsePairs(header: string): { name: string; value: string }[] {
  return header.split(';').map((pair) => {
    const equals = pair.indexOf('=')
    return equals === -1
      ? { name: pair.trim(), value: '' }
      : { name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1).trim() }
  })
}
