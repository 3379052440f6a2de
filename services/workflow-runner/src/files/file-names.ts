/** UTF-16 units of a name; file systems and mail programs take about so many. */
const longest = 150
const longestEnding = 20

// Controls, marks that turn the direction of text around, and characters that a file system refuses.
const refused = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029<>:"|?*]+/gu

/**
 * The name of a file that a stranger gave, without folders, without characters that show nothing or turn the text around,
 * and not longer than file systems take. The name is only shown: no path is made of it.
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
