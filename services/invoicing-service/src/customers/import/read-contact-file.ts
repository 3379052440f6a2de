import { type CustomerMapping, invalidField } from '@atrium/contracts'
import { decodeText } from '@atrium/foreign-text'
import type { ContactFile } from './contact-row.ts'
import { readTable } from './read-table.ts'
import { readVcards } from './read-vcards.ts'

const sample = 1_000

/** Finds UTF-16 without a byte order mark: every other byte in common texts is zero. */
function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, sample)
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = start.length / 4
  if (odd > many && even === 0) return 'utf-16le'
  return even > many && odd === 0 ? 'utf-16be' : undefined
}

function decode(bytes: Uint8Array): string {
  const utf16 = findUtf16(bytes)
  const text =
    utf16 === undefined ? decodeText(bytes, 'text/plain') : new TextDecoder(utf16).decode(bytes)
  return text.replace(/^\ufeff/, '')
}

/**
 * Reads a CSV or vCard file. Throws `validation_failed` (400) if it is neither, or if a mapped
 * column is missing, and `payload_too_large` (413) if it has too many rows.
 */
export async function readContactFile(
  bytes: Uint8Array,
  mapping: CustomerMapping | undefined,
): Promise<ContactFile> {
  const text = decode(bytes)
  if (text.trim() === '') throw invalidField('file', 'The file is empty')
  if (text.includes('\0')) throw invalidField('file', 'Save the file as CSV or vCard first')
  return text.slice(0, sample).toUpperCase().includes('BEGIN:VCARD')
    ? { headings: [], mapping: {}, rows: await readVcards(text) }
    : readTable(text, mapping)
}
