import type { FieldError } from '../errors/app-error.ts'
import { brokenMediaRules, type KnownMedia } from './media-rules.ts'
import { platformRules } from './platforms.ts'
import { type PostContent, publishedParts, textWithLink } from './post-content.ts'
import { textLength } from './text-length.ts'

/**
 * Returns every network rule that a post breaks. `path` names the field as in the API. File sizes
 * are checked if they are known.
 */
export function brokenPostRules(post: PostContent, known?: KnownMedia): FieldError[] {
  const rules = platformRules[post.platform]
  const broken: FieldError[] = []
  const refuse = (path: string, message: string): void => void broken.push({ path, message })
  const parts = publishedParts(post)
  const { previewLink, comment } = parts
  const text = post.media.length === 0 ? parts.text : textWithLink(parts, rules.linkSeparator)

  const length = textLength(text, rules.body.count)
  const unit = rules.body.count === 'bytes' ? 'bytes' : 'characters'
  if (length > rules.body.max)
    refuse('body', `At most ${rules.body.max} ${unit}; this is ${length}`)
  const inBody = refusedIn(text, rules.body.refused)
  if (inBody !== undefined) refuse('body', `The network takes no ${inBody} in this text`)
  if (rules.body.required && text.trim() === '') refuse('body', 'Enter a text')
  const titled = rules.title !== null && post.title.trim() !== ''
  if (text.trim() === '' && post.media.length === 0 && previewLink === null && !titled) {
    if (!rules.body.required) refuse('body', 'Enter a text or add a picture or video')
  }
  if (rules.title !== null) {
    const titleLength = textLength(post.title, 'characters')
    if (rules.title.required && post.title.trim() === '') refuse('title', 'Enter a title')
    const inTitle = refusedIn(post.title, rules.title.refused)
    if (inTitle !== undefined) refuse('title', `The network takes no ${inTitle} in a title`)
    if (titleLength > rules.title.max) {
      refuse('title', `At most ${rules.title.max} characters; this is ${titleLength}`)
    }
  }
  for (const problem of brokenMediaRules(post, known)) refuse('post.media', problem)
  if (rules.recipients !== undefined) {
    if (comment !== null) refuse(commentPath(post), 'A mail has no first comment')
    const { length: recipients } = post.to ?? []
    if (recipients === 0) refuse('post.to', 'Name at least one recipient')
    if (recipients > rules.recipients.max)
      refuse('post.to', `At most ${rules.recipients.max} recipients`)
  } else if (comment !== null) {
    const commentLength = textLength(comment, rules.comment.count ?? rules.body.count)
    if (commentLength > rules.comment.max) {
      refuse(
        commentPath(post),
        `A comment has at most ${rules.comment.max} characters; this is ${commentLength}`,
      )
    }
  }
  for (const problem of brokenThreadRules(post)) broken.push(problem)
  for (const name of rules.requiredFields) {
    const value = post.fields[name]
    if (typeof value !== 'string' || value.trim() === '')
      refuse(`fields.${name}`, 'The network needs this')
  }
  return broken
}

function brokenThreadRules({ platform, thread = [] }: PostContent): FieldError[] {
  const { body, thread: threads } = platformRules[platform]
  if (thread.length === 0) return []
  if (threads === undefined)
    return [
      { path: 'post.thread', message: 'This network has no threads. Remove the other posts.' },
    ]
  if (thread.length > threads.max) {
    const message = `A thread has at most ${threads.max + 1} posts; this one has ${thread.length + 1}`
    return [{ path: 'post.thread', message }]
  }
  return thread.flatMap((text, index) => {
    const path = `post.thread.${index}`
    const length = textLength(text, body.count)
    if (text.trim() === '') return [{ path, message: 'Enter a text, or remove this post' }]
    if (length <= body.max) return []
    return [{ path, message: `At most ${body.max} characters; this is ${length}` }]
  })
}

const commentPath = ({ firstComment }: PostContent): string =>
  firstComment === null ? 'post.link' : 'post.firstComment'

/** Returns the first character in a text that a network rejects. */
const refusedIn = (text: string, refused: readonly string[] = []): string | undefined =>
  refused.find((character) => text.includes(character))
