import { fileTypeFromBuffer } from 'file-type'

/** As much of the beginning of a file as its type is detected from. */
export const headBytes = 64 * 1024

const anyType = 'application/octet-stream'

/** Types of text that nothing executes: what the sender declares is believed for them. */
const plainTexts: ReadonlySet<string> = new Set([
  'text/plain',
  'text/csv',
  'text/calendar',
  'text/vcard',
  'text/markdown',
  'text/tab-separated-values',
  'application/json',
  'application/x-ndjson',
])

const binaryTypes = [
  /^(?:image\/(?!svg)|audio\/|video\/|font\/)/,
  /^application\/(?:octet-stream|zip|gzip|x-gzip|x-7z-compressed|x-tar|vnd\.rar|epub\+zip)$/,
  /^application\/(?:pdf|msword|rtf)$/,
  /^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|ms-)[a-z0-9.-]*$/,
]

/** The declared type in lower case, without its parameters. */
export const bareType = (declared: string): string =>
  (declared.split(';', 1)[0] ?? '').trim().toLowerCase()

/** True for a declared type whose bytes are no text. */
export function isBinary(declared: string): boolean {
  const bare = bareType(declared)
  return binaryTypes.some((types) => types.test(bare))
}

/** True for bytes that begin as text does: UTF-8 without the control characters that no text has. */
export function looksLikeText(head: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(head, { stream: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text has none of them
  return !/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/.test(text)
}

/** True for bytes that begin as a known format does. */
export const hasKnownFormat = async (head: Uint8Array): Promise<boolean> =>
  (await fileTypeFromBuffer(head).catch(() => undefined)) !== undefined

interface FileType {
  contentType: string
  /** What names of such files usually end in; undefined if nothing was detected. */
  ending?: string
}

/** The content type of a file by its first bytes; what the sender declares counts for plain texts only. */
export async function detectFileType(head: Uint8Array, declared: string): Promise<FileType> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (found !== undefined) return { contentType: found.mime, ending: found.ext }
  if (head.length === 0 || !looksLikeText(head)) return { contentType: anyType }
  const bare = bareType(declared)
  return plainTexts.has(bare) ? { contentType: bare } : { contentType: 'text/plain', ending: 'txt' }
}
