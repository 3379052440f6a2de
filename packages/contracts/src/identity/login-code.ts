// Leaves out letters and digits that look alike.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Returns a login's code (`K7QF-2MXA`), 40 bits from the SHA-256 of its public key (SPKI). Terminal
 * and dashboard both show the code.
 */
export function formatLoginCode(digest: Uint8Array): string {
  const text = Array.from(digest.subarray(0, 8), (byte) => letters[byte % letters.length]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}
