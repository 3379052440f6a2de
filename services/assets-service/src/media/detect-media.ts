import {
  findExtension,
  findMediaClass,
  type MediaClass,
  type MediaContentType,
  type MediaExtension,
} from '@atrium/asset-key'
import { fileTypeFromBuffer } from 'file-type'
import { hasGifHeader } from './gif-header.ts'
import { hasAvifHeader, hasMp4Header } from './iso-media-header.ts'
import { hasJpegHeader } from './jpeg-header.ts'
import { hasPngHeader } from './png-header.ts'
import { hasWavHeader, hasWebpHeader } from './riff-header.ts'

/** How many bytes detection reads from a file's beginning. */
export const headBytes = 64 * 1024

export interface Media {
  readonly contentType: MediaContentType
  readonly extension: MediaExtension
  readonly mediaClass: MediaClass
}

const headerChecks: Readonly<
  Record<MediaContentType, (head: Buffer, complete: boolean) => boolean>
> = {
  'image/png': hasPngHeader,
  'image/jpeg': hasJpegHeader,
  'image/webp': hasWebpHeader,
  'image/gif': hasGifHeader,
  'image/avif': hasAvifHeader,
  'audio/wav': hasWavHeader,
  'video/mp4': hasMp4Header,
}

/**
 * Types for which `file-type` has another name: an animated PNG, and an AVIF with a general major
 * brand.
 */
const aliases: Readonly<Record<string, MediaContentType>> = {
  'image/apng': 'image/png',
  'image/heif': 'image/avif',
  'image/heif-sequence': 'image/avif',
}

const isAllowed = (mime: string): mime is MediaContentType => Object.hasOwn(headerChecks, mime)

/**
 * Detects a file's type by its first bytes. A signature is not enough: the header must be complete
 * and valid.
 */
export async function detectMedia(head: Buffer, complete: boolean): Promise<Media | undefined> {
  const found = await fileTypeFromBuffer(head.subarray(0, headBytes)).catch(() => undefined)
  if (!found) return undefined
  const mime = aliases[found.mime] ?? found.mime
  if (!isAllowed(mime) || !headerChecks[mime](head, complete)) return undefined
  const extension = findExtension(mime)
  if (!extension) return undefined
  return { contentType: mime, extension, mediaClass: findMediaClass(mime) }
}
