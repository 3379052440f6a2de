import { decodeWords } from 'postal-mime'

const mostBytes = 65_536

/**
 * Returns the headers with decoded words (RFC 2047). Raw bytes are read as UTF-8 (RFC 6532), or as
 * Latin-1 if they are no UTF-8.
 */
export function readMailHeaders(bytes: Buffer): { name: string; value: string }[] {
  const text = decodeText(bytes.subarray(0, mostBytes)).replaceAll(/\r?\n[ \t]+/g, ' ')
  return [...text.matchAll(/^([!-9;-~]{1,100}):(.*)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value: decodeWords(value.trim()),
  }))
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
