import { crc32 } from 'node:zlib'
import { unzipSync } from 'fflate'

/** A ZIP archive that is not unpacked. */
export class ArchiveError extends Error {
  readonly reason: 'too_large' | 'damaged'

  constructor(reason: 'too_large' | 'damaged', cause?: unknown) {
    super(reason === 'damaged' ? 'The archive is damaged' : 'The archive is too large', { cause })
    this.name = 'ArchiveError'
    this.reason = reason
  }
}

export interface ArchiveLimits {
  /** The limit of all unpacked files together, in bytes. */
  mostBytes: number
  mostFiles: number
  isWanted(name: string): boolean
}

/**
 * Unpacks the wanted files of a ZIP archive and returns them with their names, in the order of the
 * archive. The sizes are the archive's own statements, so a file counts with the larger of its
 * packed and unpacked size: the unpacker copies the packed bytes of a stored file, and stops at the
 * unpacked size of a compressed one. A file that is longer than it states has another checksum.
 * Throws `ArchiveError`.
 */
export function unpackArchive(
  bytes: Uint8Array,
  { mostBytes, mostFiles, isWanted }: ArchiveLimits,
): [string, Uint8Array][] {
  let [size, files, entry] = [0, 0, -1]
  const stated = new Map<string, number | undefined>()
  try {
    const checksums = readChecksums(bytes)
    const unpacked = unzipSync(bytes, {
      filter: ({ name, size: packedSize, originalSize }) => {
        entry += 1
        if (!isWanted(name)) return false
        stated.set(name, checksums[entry])
        files += 1
        size += Math.max(packedSize, originalSize)
        if (size > mostBytes || files > mostFiles) throw new ArchiveError('too_large')
        return true
      },
    })
    const found = Object.entries(unpacked)
    for (const [name, file] of found) {
      const checksum = stated.get(name)
      if (checksum !== undefined && checksum !== crc32(file)) throw new ArchiveError('damaged')
    }
    return found
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged', error)
  }
}

const endLength = 22
const longestComment = 65_535
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const entryLength = 46
// The position is stated elsewhere in an archive above 4 GB (ZIP64).
const elsewhere = 0xffffffff

/**
 * Returns the CRC-32 that an archive states for each of its entries, in their order. Returns
 * nothing for a ZIP64 archive.
 */
function readChecksums(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const earliest = Math.max(0, bytes.length - endLength - longestComment)
  let end = bytes.length - endLength
  while (end >= earliest && view.getUint32(end, true) !== endSignature) end -= 1
  if (end < earliest) return []
  const checksums: number[] = []
  let at = view.getUint32(end + 16, true)
  if (at === elsewhere) return []
  while (at + entryLength <= end && view.getUint32(at, true) === entrySignature) {
    checksums.push(view.getUint32(at + 16, true))
    const variable = [28, 30, 32].map((field) => view.getUint16(at + field, true))
    at += entryLength + variable.reduce((sum, length) => sum + length, 0)
  }
  return checksums
}
