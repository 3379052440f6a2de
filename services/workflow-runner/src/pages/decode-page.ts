import sniffEncoding from 'html-encoding-sniffer'

const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(contentType)?.[1]

/** By byte order mark, `Content-Type` or declaration (HTML Standard), else UTF-8 if valid, else Windows-1252. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const label = charsetOf(contentType)
  const encoding = sniffEncoding(bytes, {
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  })
  return decoderOf(encoding).decode(bytes)
}

// The encodings `replacement` and `x-user-defined` have no decoder.
function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
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
