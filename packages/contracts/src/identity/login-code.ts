// Leaves out letters and digits that look alike.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Returns the code (`K7QF-2MXA`) that terminal and dashboard show for a login: 40 bits of the
 * SHA-256 of its public key (SPKI).
 */
export function loginCodeOf(digest: Uint8Array): string {
  const text = Array.from(digest.subarray(0, 8), (byte) => letters[byte % letters.length]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}
