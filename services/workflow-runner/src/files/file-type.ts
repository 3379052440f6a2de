import { fileTypeFromBuffer } from 'file-type'

/** The number of leading bytes used to detect a file's type. */
export const headBytes = 64 * 1024

const anyType = 'application/octet-stream'

/** Nothing executes these text types, so the declared type is trusted. */
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

/** Returns the declared type in lower case, without parameters. */
export const bareType = (declared: string): string =>
  (declared.split(';', 1)[0] ?? '').trim().toLowerCase()

/** True if the declared type is not text. */
export function isBinary(declared: string): boolean {
  const bare = bareType(declared)
  return binaryTypes.some((types) => types.test(bare))
}

/** True if the bytes are UTF-8 without control characters. */
export function looksLikeText(head: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(head, { stream: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text has none of them
  return !/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/.test(text)
}

const findFormat = (head: Uint8Array) =>
  fileTypeFromBuffer(head.subarray(0, headBytes)).catch(() => undefined)

/** True if the first bytes match a known format. */
export const hasKnownFormat = async (head: Uint8Array): Promise<boolean> =>
  (await findFormat(head)) !== undefined

interface FileType {
  contentType: string
  /** The usual file extension, or undefined if nothing was detected. */
  ending?: string
}

/** Detects the content type from the first bytes. Trusts the declared type only for plain text. */
export async function detectFileType(head: Uint8Array, declared: string): Promise<FileType> {
  const found = await findFormat(head)
  if (found !== undefined) return { contentType: found.mime, ending: found.ext }
  if (head.length === 0 || !looksLikeText(head)) return { contentType: anyType }
  const bare = bareType(declared)
  return plainTexts.has(bare) ? { contentType: bare } : { contentType: 'text/plain', ending: 'txt' }
}
