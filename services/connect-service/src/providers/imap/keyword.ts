/**
 * Returns the IMAP keyword for a label. A keyword is an ASCII atom (RFC 9051, `flag-keyword`) in
 * which case does not count.
 */
export const toKeyword = (label: string): string =>
  encodeURIComponent(label.normalize('NFC').toWellFormed().trim().replaceAll(/\s+/g, '_'))
    .replaceAll('%', '=')
    .replaceAll(/[()*{}"\\\]]/g, '_')
    .toLowerCase()
    .slice(0, 200)
