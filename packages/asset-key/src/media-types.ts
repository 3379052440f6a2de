/** The blob's kind. It decides size caps and players. */
export type MediaClass = 'image' | 'audio' | 'video'

/**
 * The allowed media types with one extension each. The type is always the one detected from the
 * bytes.
 */
export const mediaTypes = [
  { extension: 'png', contentType: 'image/png', mediaClass: 'image' },
  { extension: 'jpg', contentType: 'image/jpeg', mediaClass: 'image' },
  { extension: 'webp', contentType: 'image/webp', mediaClass: 'image' },
  { extension: 'gif', contentType: 'image/gif', mediaClass: 'image' },
  { extension: 'avif', contentType: 'image/avif', mediaClass: 'image' },
  { extension: 'wav', contentType: 'audio/wav', mediaClass: 'audio' },
  { extension: 'mp4', contentType: 'video/mp4', mediaClass: 'video' },
] as const satisfies readonly { extension: string; contentType: string; mediaClass: MediaClass }[]

/**
 * Types stored only by services, such as mail attachments, transcripts and item files. Uploads
 * never accept them.
 */
export const documentTypes = [
  { extension: 'pdf', contentType: 'application/pdf' },
  { extension: 'gz', contentType: 'application/gzip' },
  { extension: 'bin', contentType: 'application/octet-stream' },
] as const

export type MediaExtension = (typeof mediaTypes)[number]['extension']
export type MediaContentType = (typeof mediaTypes)[number]['contentType']
export type AssetExtension = MediaExtension | (typeof documentTypes)[number]['extension']
export type AssetContentType = MediaContentType | (typeof documentTypes)[number]['contentType']

/**
 * Returns an allowed media type's extension, or undefined. Expects lower case without parameters.
 */
export function findExtension(contentType: string): MediaExtension | undefined {
  return mediaTypes.find((type) => type.contentType === contentType)?.extension
}

/** Returns the content type for an extension (lower case, no dot). */
export function findContentType(extension: AssetExtension): AssetContentType
export function findContentType(extension: string): AssetContentType | undefined
export function findContentType(extension: string): AssetContentType | undefined {
  return [...mediaTypes, ...documentTypes].find((type) => type.extension === extension)?.contentType
}

/** Returns the media class for an allowed media type or extension, or undefined. */
export function findMediaClass(typeOrExtension: MediaContentType | MediaExtension): MediaClass
export function findMediaClass(typeOrExtension: string): MediaClass | undefined
export function findMediaClass(typeOrExtension: string): MediaClass | undefined {
  return mediaTypes.find(
    (type) => type.contentType === typeOrExtension || type.extension === typeOrExtension,
  )?.mediaClass
}
