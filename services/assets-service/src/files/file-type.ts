import type { AssetExtension } from '@atrium/asset-key'
import { maxDocumentBytes } from '@atrium/contracts'
import { detectMedia } from '../media/detect-media.ts'
import { caps } from '../upload/stage-media.ts'

const pdfMark = Buffer.from('%PDF-')
/** A PDF's signature may follow other bytes (ISO 32000-1, implementation note 13). */
const markWithin = 1_024

/**
 * Detects a file's type by its bytes, and returns it with its size limit. Returns undefined if the
 * type is not stored.
 */
export async function detectFileType(
  bytes: Buffer,
): Promise<{ extension: AssetExtension; cap: number } | undefined> {
  if (bytes.subarray(0, markWithin).includes(pdfMark))
    return { extension: 'pdf', cap: maxDocumentBytes }
  const media = await detectMedia(bytes, true)
  if (media === undefined) return undefined
  return { extension: media.extension, cap: Math.min(maxDocumentBytes, caps[media.mediaClass]) }
}
