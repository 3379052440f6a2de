import type { MediaFacts } from '../assets/media-facts.ts'
import {
  convertedPictures,
  type PictureRules,
  type PlatformRules,
  type VideoRules,
} from '../networks/network.ts'
import { type Platform, platformRules } from './platforms.ts'
import type { PostContent } from './post-content.ts'

/** What is known about a post's files, by their address in its media. */
export type KnownMedia = ReadonlyMap<string, MediaFacts>

const privateLane = /\/api\/assets\/[^/]*\/priv\//
const video = /\.mp4(?:[?#]|$)/i

/**
 * Returns an asset URL's media kind by its extension. Undefined for audio and unknown extensions.
 */
export function classifyMedium(url: string): 'image' | 'video' | undefined {
  if (video.test(url)) return 'video'
  return /\.(?:png|jpe?g|webp|gif|avif)(?:[?#]|$)/i.test(url) ? 'image' : undefined
}

/** Returns true if a network accepts a picture unchanged, or as the JPEG made when publishing. */
const takesPicture = (url: string, pictures: PictureRules | null): boolean => {
  const extension = extensionOfUrl(url)
  return (
    pictures !== null &&
    (pictures.types.includes(extension) || convertedPictures.includes(extension))
  )
}

const extensionOfUrl = (url: string): string =>
  /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''

/** Returns the network's media rules that a post breaks, in words. */
export function brokenMediaRules(post: PostContent, known: KnownMedia = new Map()): string[] {
  const { media } = platformRules[post.platform]
  if (media.max === 0) return post.media.length === 0 ? [] : ['A mail has no pictures or videos']
  const uploaded = media.uploadedAs === undefined ? undefined : post.fields[media.uploadedAs]
  if (typeof uploaded === 'string' && uploaded !== '') {
    return post.media.length === 0 ? [] : ['The network has the medium already: no file beside it']
  }
  const kinds = post.media.map(classifyMedium)
  const broken: string[] = []
  if (kinds.length < media.min)
    broken.push(
      media.min === 1 ? 'Add a picture or video' : `Add at least ${media.min} pictures or videos`,
    )
  if (kinds.length > media.max) broken.push(`At most ${media.max} media; these are ${kinds.length}`)
  if (kinds.some((kind) => kind === undefined || !media.kinds.includes(kind))) {
    broken.push(`Only ${media.kinds.join(' and ')} files`)
  }
  const refused = post.media.find(
    (url) => classifyMedium(url) === 'image' && !takesPicture(url, media.pictures),
  )
  if (refused !== undefined && media.kinds.includes('image')) {
    broken.push(`The network takes no ${extensionOfUrl(refused).toUpperCase()} pictures`)
  }
  // Networks fetch files without credentials.
  if (post.media.some((url) => privateLane.test(url))) broken.push('Only public files')
  if (!media.mixed && new Set(kinds).size > 1) broken.push('Images and videos cannot be mixed')
  const videos = kinds.filter((kind) => kind === 'video').length
  if (media.videos !== null && videos > media.videos.max && videos <= media.max) {
    broken.push(`At most ${media.videos.max} video in a post; these are ${videos}`)
  }
  for (const [index, url] of post.media.entries()) {
    const facts = known.get(url)
    const problem = facts && brokenFileRule(classifyMedium(url), facts, media)
    if (problem !== undefined) broken.push(`File ${index + 1} ${problem}`)
  }
  return broken
}

/**
 * Returns true if a network rule depends on a file's bytes, pixels or duration. They must then be
 * known before approval.
 */
export function isSizeChecked(platform: Platform, url: string): boolean {
  const { pictures, videos } = platformRules[platform].media
  const kind = classifyMedium(url)
  if (kind === 'image') return pictures?.proportions !== undefined
  return kind === 'video' && videos !== null
}

/**
 * Returns true if a network accepts a picture with this shape. Its JPEG may be smaller, because
 * each side is rounded to a whole pixel.
 */
export function hasTakenShape(
  { width, height }: { width: number; height: number },
  { proportions }: Pick<PictureRules | VideoRules, 'proportions'>,
): boolean {
  if (proportions === undefined) return true
  return (width + 1) / height >= proportions.min && width / (height + 1) <= proportions.max
}

/**
 * Returns the rule that a file with a known size breaks, worded as the end of a sentence about the
 * file.
 */
function brokenFileRule(
  kind: ReturnType<typeof classifyMedium>,
  facts: MediaFacts,
  { pictures, videos }: PlatformRules['media'],
): string | undefined {
  if (kind === 'video' && videos !== null) return brokenVideoRule(facts, videos)
  if (kind === 'image' && pictures !== null) return brokenShape(facts, pictures, 'pictures')
  return undefined
}

/**
 * Returns the rule that a video breaks, worded as the end of a sentence about the file. Facts that
 * are null are not checked.
 */
export function brokenVideoRule(facts: MediaFacts, videos: VideoRules): string | undefined {
  const { bytes, width, durationMs } = facts
  const { maxBytes, seconds, maxWidth } = videos
  if (bytes > maxBytes) {
    return `is a video of ${inMegabytes(bytes)}. This network takes at most ${inMegabytes(maxBytes)}`
  }
  if (seconds !== undefined && durationMs !== null) {
    // Writers round the duration, so a video at exactly the limit may state a little more.
    const isShort = durationMs + roundingMs < seconds.min * 1_000
    if (isShort || durationMs - roundingMs > seconds.max * 1_000) {
      return `is a video of ${inSeconds(durationMs / 1_000)}. This network takes ${isShort ? `at least ${inSeconds(seconds.min)}` : `at most ${inSeconds(seconds.max)}`}`
    }
  }
  if (maxWidth !== undefined && width !== null && width > maxWidth) {
    return `is a video with a width of ${width} pixels. This network takes at most ${maxWidth}`
  }
  return brokenShape(facts, videos, 'videos')
}

function brokenShape(
  { width, height }: MediaFacts,
  rules: Pick<PictureRules | VideoRules, 'proportions'>,
  files: 'pictures' | 'videos',
): string | undefined {
  if (width === null || height === null || rules.proportions === undefined) return undefined
  if (hasTakenShape({ width, height }, rules)) return undefined
  const min = Number(rules.proportions.min.toFixed(2))
  const max = Number(rules.proportions.max.toFixed(2))
  const shape = width / height < min ? 'tall' : 'wide'
  return `is too ${shape}: it has ${width} × ${height} pixels. Crop it, because this network takes ${files} from ${min}:1 to ${max}:1 (width to height)`
}

const roundingMs = 100

function inSeconds(seconds: number): string {
  if (seconds < 120) return `${Number(seconds.toFixed(1))} seconds`
  return `${Number((seconds / 60).toFixed(1))} minutes`
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`
