import { maxReadBytes } from '@atrium/contracts'

/** The part of a file that begins at an offset, in base64, and where the next one begins. */
export function partOf(source: Buffer, offset: number): { bytes: string; size: number; next: number | null } {
  const end = Math.min(source.length, offset + maxReadBytes)
  const next = end < source.length ? end : null
  return { bytes: source.subarray(offset, end).toString('base64'), size: source.length, next }
}
