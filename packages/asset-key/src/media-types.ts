/** The kind of a blob, as far as caps and players are concerned. */
export type MediaClass = 'image' | 'audio' | 'video'

/** The allowed media, one extension per content type, which is always the one detected from the bytes. */
export const mediaTypes = [
  { extension: 'png', contentType: 'image/png', mediaClass: 'image' },
  { extension: 'jpg', contentType: 'image/jpeg', mediaClass: 'image' },
  { extension: 'webp', contentType: 'image/webp', mediaClass: 'image' },
  { extension: 'gif', contentType: 'image/gif', mediaClass: 'image' },
  { extension: 'avif', contentType: 'image/avif', mediaClass: 'image' },
  { extension: 'wav', contentType: 'audio/wav', mediaClass: 'audio' },
  { extension: 'mp4', contentType: 'video/mp4', mediaClass: 'video' },
] as const satisfies readonly { extension: string; contentType: string; mediaClass: MediaClass }[]

/** The types that services alone store, such as attachments of mail, transcripts and files of items; no upload takes one. */
export const documentTypes = [
  { extension: 'pdf', contentType: 'application/pdf' },
  { extension: 'gz', contentType: 'application/gzip' },
  { extension: 'bin', contentType: 'application/octet-stream' },
] as const

export type MediaExtension = (typeof mediaTypes)[number]['extension']
export type MediaContentType = (typeof mediaTypes)[number]['contentType']
export type AssetExtension = MediaExtension | (typeof documentTypes)[number]['extension']
export type AssetContentType = MediaContentType | (typeof documentTypes)[number]['contentType']

/** The extension of an allowed media type (bare and lower case, no parameters), or undefined. */
export function extensionOf(contentType: string): MediaExtension | undefined {
  return mediaTypes.find((type) => type.contentType === contentType)?.extension
}

/** The content type that a known extension (no dot, lower case) is served with, or undefined. */
export function contentTypeOf(extension: AssetExtension): AssetContentType
export function contentTypeOf(extension: string): AssetContentType | undefined
export function contentTypeOf(extension: string): AssetContentType | undefined {
  return [...mediaTypes, ...documentTypes].find((type) => type.extension === extension)?.contentType
}

/** The media class of an allowed media type or of its extension, or undefined. */
export function mediaClassOf(typeOrExtension: MediaContentType | MediaExtension): MediaClass
export function mediaClassOf(typeOrExtension: string): MediaClass | undefined
export function mediaClassOf(typeOrExtension: string): MediaClass | undefined {
  return mediaTypes.find((type) => type.contentType === typeOrExtension || type.extension === typeOrExtension)
    ?.mediaClass
}
