import type { FieldError } from '../errors/app-error.ts'
import { convertedPictures, type PictureRules } from '../networks/network.ts'
import { platformRules } from './platforms.ts'
import { type PostContent, publishedParts } from './post-content.ts'
import { textLength } from './text-length.ts'

const privateLane = /\/api\/assets\/[^/]*\/priv\//
const video = /\.mp4(?:[?#]|$)/i

/**
 * Returns the media kind of an asset URL by its extension. Undefined for audio and unknown
 * extensions.
 */
export function mediumOf(url: string): 'image' | 'video' | undefined {
  if (video.test(url)) return 'video'
  return /\.(?:png|jpe?g|webp|gif|avif)(?:[?#]|$)/i.test(url) ? 'image' : undefined
}

/** Returns every rule of its network that a post breaks. `path` names the field as in the API. */
export function brokenPostRules(post: PostContent): FieldError[] {
  const rules = platformRules[post.platform]
  const broken: FieldError[] = []
  const refuse = (path: string, message: string): void => void broken.push({ path, message })
  const { text, previewLink, comment } = publishedParts(post)

  const length = textLength(text, rules.body.count)
  const unit = rules.body.count === 'bytes' ? 'bytes' : 'characters'
  if (length > rules.body.max) refuse('body', `At most ${rules.body.max} ${unit}; this is ${length}`)
  const inBody = refusedIn(text, rules.body.refused)
  if (inBody !== undefined) refuse('body', `The network takes no ${inBody} in this text`)
  if (rules.body.required && text.trim() === '') refuse('body', 'A text is needed')
  const titled = rules.title !== null && post.title.trim() !== ''
  if (text.trim() === '' && post.media.length === 0 && previewLink === null && !titled) {
    if (!rules.body.required) refuse('body', 'A text or a medium is needed')
  }
  if (rules.title !== null) {
    const titleLength = textLength(post.title, 'characters')
    if (rules.title.required && post.title.trim() === '') refuse('title', 'A title is needed')
    const inTitle = refusedIn(post.title, rules.title.refused)
    if (inTitle !== undefined) refuse('title', `The network takes no ${inTitle} in a title`)
    if (titleLength > rules.title.max) {
      refuse('title', `At most ${rules.title.max} characters; this is ${titleLength}`)
    }
  }
  for (const problem of brokenMediaRules(post)) refuse('post.media', problem)
  if (rules.recipients !== undefined) {
    if (comment !== null) refuse(commentPath(post), 'A mail has no first comment')
    const { length: recipients } = post.to ?? []
    if (recipients === 0) refuse('post.to', 'Name at least one recipient')
    if (recipients > rules.recipients.max) refuse('post.to', `At most ${rules.recipients.max} recipients`)
  } else if (comment !== null) {
    const commentLength = textLength(comment, rules.body.count)
    if (commentLength > rules.comment.max) {
      refuse(
        commentPath(post),
        `A comment has at most ${rules.comment.max} characters; this is ${commentLength}`,
      )
    }
  }
  for (const name of rules.requiredFields) {
    const value = post.fields[name]
    if (typeof value !== 'string' || value.trim() === '') refuse(`fields.${name}`, 'The network needs this')
  }
  return broken
}

const commentPath = ({ firstComment }: PostContent): string =>
  firstComment === null ? 'post.link' : 'post.firstComment'

/** Returns the first character in a text that a network rejects. */
const refusedIn = (text: string, refused: readonly string[] = []): string | undefined =>
  refused.find((character) => text.includes(character))

/** Returns true if a network accepts a picture as it is, or as the JPEG that publishing makes. */
const takesPicture = (url: string, pictures: PictureRules | null): boolean => {
  const extension = extensionOfUrl(url)
  return pictures !== null && (pictures.types.includes(extension) || convertedPictures.includes(extension))
}

const extensionOfUrl = (url: string): string => /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''

function brokenMediaRules(post: PostContent): string[] {
  const { media } = platformRules[post.platform]
  if (media.max === 0) return post.media.length === 0 ? [] : ['A mail has no pictures or videos']
  const uploaded = media.uploadedAs === undefined ? undefined : post.fields[media.uploadedAs]
  if (typeof uploaded === 'string' && uploaded !== '') {
    return post.media.length === 0 ? [] : ['The network has the medium already: no file beside it']
  }
  const kinds = post.media.map(mediumOf)
  const broken: string[] = []
  if (kinds.length < media.min)
    broken.push(media.min === 1 ? 'A medium is needed' : `At least ${media.min} media`)
  if (kinds.length > media.max) broken.push(`At most ${media.max} media; these are ${kinds.length}`)
  if (kinds.some((kind) => kind === undefined || !media.kinds.includes(kind))) {
    broken.push(`Only ${media.kinds.join(' and ')} files`)
  }
  const refused = post.media.find((url) => mediumOf(url) === 'image' && !takesPicture(url, media.pictures))
  if (refused !== undefined && media.kinds.includes('image')) {
    broken.push(`The network takes no ${extensionOfUrl(refused).toUpperCase()} pictures`)
  }
  // Networks fetch files without credentials.
  if (post.media.some((url) => privateLane.test(url))) broken.push('Only public files')
  if (!media.mixed && new Set(kinds).size > 1) broken.push('Images and videos cannot be mixed')
  return broken
}
