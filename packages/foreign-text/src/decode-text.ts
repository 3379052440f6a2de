import sniffEncoding from 'html-encoding-sniffer'

const findCharset = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*["']?([^\s"';]{1,40})/i.exec(contentType)?.[1]

const markupType = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i
const xmlType = /^\s*(?:application|text|image)\/(?:[\w.-]+\+)?xml\b/i

/**
 * Returns the encoding name of an outside text. The order is: byte order mark, `charset` in the
 * content type, `<meta>` in HTML (HTML Standard, "Determining the character encoding") or the XML
 * declaration (RFC 7303), UTF-8 if the bytes are valid UTF-8, otherwise Windows-1252.
 */
export function findEncoding(bytes: Uint8Array, contentType: string): string {
  const label = findCharset(contentType)
  const start = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.byteLength, 64),
  ).toString('latin1')
  const isXml = xmlType.test(contentType) || /^\s*<\?xml\s/.test(start)
  // Only markup states its charset inside. In plain text or JSON, `<meta` is content.
  const isMarkup =
    isXml ||
    markupType.test(contentType) ||
    /^\s*<(?:!doctype\s|html[\s>]|head[\s>]|meta\s)/i.test(start)
  return sniffEncoding(bytes, {
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
    ...(isXml ? { xml: true } : { maxPrescanBytes: isMarkup ? 1_024 : 0 }),
  })
}

/** Decodes an outside text with the encoding from `findEncoding`. */
export const decodeText = (bytes: Uint8Array, contentType: string): string =>
  createDecoder(findEncoding(bytes, contentType)).decode(bytes)

// The encodings `replacement` and `x-user-defined` have no decoder.
function createDecoder(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder()
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
