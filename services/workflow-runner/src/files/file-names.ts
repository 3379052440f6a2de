/** UTF-16 units. File systems and mail programs accept names of about this length. */
const longest = 150
const longestEnding = 20

// Control characters, direction marks, and characters rejected by file systems.
const refused = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029<>:"|?*]+/gu

/**
 * Cleans an untrusted file name: removes folders, invisible characters and direction marks, and
 * shortens the name. The name is only shown and never becomes a path.
 */
export function cleanFileName(given: string, fallback = 'file'): string {
  const last = given.slice(-4_000).split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .toWellFormed()
    .replace(refused, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^\.+/, '')
  if (plain === '') return fallback
  if (plain.length <= longest) return plain
  const dot = plain.lastIndexOf('.')
  const ending = dot > 0 && plain.length - dot <= longestEnding ? plain.slice(dot) : ''
  return `${plain.slice(0, longest - ending.length)}${ending}`.toWellFormed()
}
