import { createHash } from 'node:crypto'

const longest = 200
const hashLength = 16

/**
 * Returns the IMAP keyword for a label. A keyword is an ASCII atom without case (RFC 9051,
 * `flag-keyword`). A long keyword ends with a hash, so two labels with the same beginning stay
 * apart.
 */
export function toKeyword(label: string): string {
  const keyword = encodeURIComponent(
    label.normalize('NFC').toWellFormed().trim().replaceAll(/\s+/g, '_'),
  )
    .replaceAll('%', '=')
    .replaceAll(/[()*{}"\\\]]/g, '_')
    .toLowerCase()
  if (keyword.length <= longest) return keyword
  const hash = createHash('sha256').update(keyword).digest('hex').slice(0, hashLength)
  return `${keyword.slice(0, longest - hashLength - 1)}-${hash}`
}
