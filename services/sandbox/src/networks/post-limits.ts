import {
  brokenVideoRule,
  hasTakenShape,
  type Platform,
  platformRules,
  textLength,
} from '@atrium/contracts'
import { readMovieFacts } from '@atrium/pictures'

// The stand-ins follow the rules table, so they accept every post that passes approval.

type Part = 'title' | 'body' | 'comment'

/** True if a part of a post is too long for the network, or contains a refused character. */
export function isRefusedText(platform: Platform, part: Part, text: string): boolean {
  const rules = platformRules[platform]
  if (part === 'comment') {
    return textLength(text, rules.comment.count ?? rules.body.count) > rules.comment.max
  }
  const limits = part === 'title' ? rules.title : rules.body
  if (limits === null) return false
  const count = part === 'title' ? 'characters' : rules.body.count
  const { refused = [] } = limits
  return (
    textLength(text, count) > limits.max || refused.some((character) => text.includes(character))
  )
}

/** The most files in one post. */
export const mostMedia = (platform: Platform): number => platformRules[platform].media.max

/** The most characters of a picture's alternative text. */
export const mostAltText = (platform: Platform): number =>
  platformRules[platform].media.pictures?.altText ?? 0

/** True if the network takes pictures with this content type. */
export function takesPictureType(platform: Platform, contentType: string): boolean {
  const [kind, name = ''] = contentType.split('/')
  return kind === 'image' && platformRules[platform].media.pictures?.types.includes(name) === true
}

/** True if a file has too many bytes for its content type on the network. */
export function isTooLarge(platform: Platform, contentType: string, bytes: number): boolean {
  const { pictures, videos } = platformRules[platform].media
  return bytes > ((contentType.startsWith('video/') ? videos : pictures)?.maxBytes ?? 0)
}

/** True if the network refuses a picture's shape. Other files have none. */
export async function isRefusedShape(platform: Platform, picture: Uint8Array): Promise<boolean> {
  const { pictures } = platformRules[platform].media
  if (!pictures?.proportions) return false
  const { default: sharp } = await import('sharp')
  const header = await sharp(picture)
    .metadata()
    .catch(() => undefined)
  return header !== undefined && !hasTakenShape(header.autoOrient, pictures)
}

/** True if the network refuses a video's size, length or shape. */
export async function isRefusedVideo(platform: Platform, video: Uint8Array): Promise<boolean> {
  const { videos } = platformRules[platform].media
  const bytes = video.byteLength
  const read = async (start: number, length: number) =>
    Buffer.from(video.subarray(start, start + length))
  const facts = await readMovieFacts({ bytes, read })
  const unknown = { width: null, height: null, durationMs: null }
  return videos === null || brokenVideoRule({ bytes, ...(facts ?? unknown) }, videos) !== undefined
}
