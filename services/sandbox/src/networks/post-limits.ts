import {
  brokenVideoRule,
  hasTakenShape,
  type Platform,
  platformRules,
  textLength,
} from '@atrium/contracts'
import { readMovieFacts } from '@atrium/pictures'
import sharp from 'sharp'

// The stand-ins refuse what the table of rules says, so a post which passes the approval is one
// that they take.

type Part = 'title' | 'body' | 'comment'

/** True if a part of a post is longer than the network takes, or holds a character that it refuses. */
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

/** The most files of one post. */
export const mostMedia = (platform: Platform): number => platformRules[platform].media.max

/** True if the network takes pictures of this content type. */
export function takesPictureType(platform: Platform, contentType: string): boolean {
  const [kind, name = ''] = contentType.split('/')
  return kind === 'image' && platformRules[platform].media.pictures?.types.includes(name) === true
}

/** True if a file of this content type has more bytes than the network takes. */
export function isTooLarge(platform: Platform, contentType: string, bytes: number): boolean {
  const { pictures, videos } = platformRules[platform].media
  return bytes > ((contentType.startsWith('video/') ? videos : pictures)?.maxBytes ?? 0)
}

/** True if the network refuses the shape of a picture. A file that is no picture has none. */
export async function isRefusedShape(platform: Platform, picture: Uint8Array): Promise<boolean> {
  const { pictures } = platformRules[platform].media
  if (!pictures?.proportions) return false
  const header = await sharp(picture)
    .metadata()
    .catch(() => undefined)
  return header !== undefined && !hasTakenShape(header.autoOrient, pictures)
}

/** True if the network refuses the size, length or shape of a video. */
export async function isRefusedVideo(platform: Platform, video: Uint8Array): Promise<boolean> {
  const { videos } = platformRules[platform].media
  const bytes = video.byteLength
  const read = async (start: number, length: number) =>
    Buffer.from(video.subarray(start, start + length))
  const facts = await readMovieFacts({ bytes, read })
  const unknown = { width: null, height: null, durationMs: null }
  return videos === null || brokenVideoRule({ bytes, ...(facts ?? unknown) }, videos) !== undefined
}
