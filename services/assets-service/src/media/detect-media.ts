import {
  extensionOf,
  type MediaClass,
  type MediaContentType,
  type MediaExtension,
  mediaClassOf,
} from '@atrium/asset-key'
import { fileTypeFromBuffer } from 'file-type'
import { hasGifHeader } from './gif-header.ts'
import { hasAvifHeader, hasMp4Header } from './iso-media-header.ts'
import { hasJpegHeader } from './jpeg-header.ts'
import { hasPngHeader } from './png-header.ts'
import { hasWavHeader, hasWebpHeader } from './riff-header.ts'

/** As much of a file's beginning as the detection wants to see. */
export const headBytes = 64 * 1024

export interface Media {
  readonly contentType: MediaContentType
  readonly extension: MediaExtension
  readonly mediaClass: MediaClass
}

const headerChecks: Readonly<Record<MediaContentType, (head: Buffer, complete: boolean) => boolean>> = {
  'image/png': hasPngHeader,
  'image/jpeg': hasJpegHeader,
  'image/webp': hasWebpHeader,
  'image/gif': hasGifHeader,
  'image/avif': hasAvifHeader,
  'audio/wav': hasWavHeader,
  'video/mp4': hasMp4Header,
}

/** Forms of ours that `file-type` has names of its own for: a PNG that moves, an AVIF that leads with a general brand. */
const aliases: Readonly<Record<string, MediaContentType>> = {
  'image/apng': 'image/png',
  'image/heif': 'image/avif',
  'image/heif-sequence': 'image/avif',
}

const isAllowed = (mime: string): mime is MediaContentType => Object.hasOwn(headerChecks, mime)

/** The type of a file by its first bytes; a signature alone does not do, its header must be whole and sound. */
export async function detectMedia(head: Buffer, complete: boolean): Promise<Media | undefined> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (!found) return undefined
  const mime = aliases[found.mime] ?? found.mime
  if (!isAllowed(mime) || !headerChecks[mime](head, complete)) return undefined
  const extension = extensionOf(mime)
  if (!extension) return undefined
  return { contentType: mime, extension, mediaClass: mediaClassOf(mime) }
}
