// Without letters and digits that look alike.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * The code, as `K7QF-2MXA`, that a person compares between the terminal of `atrium login` and the page of the dashboard:
 * 40 bits of `digest`, the SHA-256 of the login's public key (SPKI).
 */
export function loginCodeOf(digest: Uint8Array): string {
  const text = Array.from(digest.subarray(0, 8), (byte) => letters[byte % letters.length]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}
