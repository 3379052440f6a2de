import {
  brokenPostRules,
  type CardPatch,
  EmailAddress,
  type FieldError,
  type NewCard,
  type Platform,
  type PostContent,
  platformRules,
  publishedParts,
  textLength,
} from '@atrium/contracts'
import type { Draft } from './draft.ts'
import { isByHand, type Target } from './targets.ts'

/** Returns true if posts of a network can follow each other as a thread. */
export const hasThreads = (platform: Platform): boolean =>
  platformRules[platform].thread !== undefined

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const toAddress = (text: string): string | null => {
  const link = orNull(text)
  return link === null || /^https?:\/\//i.test(link) || !/^[^\s/]+\.[^\s/]+/.test(link)
    ? link
    : `https://${link}`
}

export const chooseText = (
  { body, own }: Pick<Draft, 'body' | 'own'>,
  target: Pick<Target, 'id'>,
): string => own[target.id] ?? body

const neededFields = (draft: Draft, { platform }: Target): Record<string, string> =>
  Object.fromEntries(
    platformRules[platform].requiredFields.flatMap((name) => {
      const value = draft.fields[name]?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )

/** Splits a typed recipient list at commas, semicolons, spaces and line breaks. */
export const readRecipients = (text: string): string[] =>
  text.split(/[\s,;]+/).filter((part) => part !== '')

/** Returns the content of an email post. Email posts have no files and no first comment. */
const mailContent = (draft: Draft, target: Target): PostContent => ({
  ...networkContent(draft, target),
  media: [],
  firstComment: null,
  to: readRecipients(draft.to),
  linkHandling: draft.linkHandling === 'omit' ? 'omit' : 'keep',
})

/** Returns the content of a draft for one target, so the network's rules can check it. */
export const toContent = (draft: Draft, target: Target): PostContent =>
  target.platform === 'email' ? mailContent(draft, target) : networkContent(draft, target)

const networkContent = (draft: Draft, target: Target): PostContent => ({
  platform: target.platform,
  title: platformRules[target.platform].title === null ? '' : draft.title,
  body: chooseText(draft, target),
  link: toAddress(draft.link),
  linkHandling: draft.linkHandling,
  media: draft.media,
  firstComment: orNull(draft.firstComment),
  thread: hasThreads(target.platform) ? draft.thread.map((text) => text.trim()) : [],
  fields: neededFields(draft, target),
})

/** Returns the due date. A post that stays a draft can have one too. */
const toDueDate = ({ moment, at }: Draft): string | null =>
  moment === 'now' || at === '' ? null : at

export function toNewCard(draft: Draft, target: Target): Partial<NewCard> & CardPatch {
  const content = toContent(draft, target)
  return {
    ...(platformRules[target.platform].title === null ? {} : { title: content.title.trim() }),
    body: content.body,
    dueDate: toDueDate(draft),
    destination: {
      scheme: isByHand(target) ? 'manual' : 'automated',
      host: platformRules[target.platform].host,
    },
    fields: { ...content.fields },
    post: {
      platform: target.platform,
      channelId: target.channelId,
      link: content.link,
      linkHandling: content.linkHandling,
      media: [...content.media],
      firstComment: content.firstComment,
      thread: [...(content.thread ?? [])],
      ...(content.to === undefined ? {} : { to: [...content.to] }),
    },
  }
}

export interface Count {
  readonly used: number
  readonly max: number
}

/** Returns the text length as the network counts it, including the link if the text carries it. */
export function bodyCount(content: PostContent): Count {
  const { body } = platformRules[content.platform]
  return { used: textLength(publishedParts(content).text, body.count), max: body.max }
}

/** Returns the length of one post of a thread after the first, as the network counts it. */
export function partCount(text: string, platform: Platform): Count {
  const { body } = platformRules[platform]
  return { used: textLength(text.trim(), body.count), max: body.max }
}

/** Returns the length of the first comment, including the link if the comment carries it. */
export function commentCount(content: PostContent): Count {
  const { body, comment } = platformRules[content.platform]
  return { used: textLength(publishedParts(content).comment ?? '', body.count), max: comment.max }
}

/** The composer field with the error. `fields.<name>` are fields that only some networks need. */
export type Field =
  | 'title'
  | 'body'
  | 'link'
  | 'media'
  | 'firstComment'
  | 'thread'
  | `thread.${number}`
  | 'to'
  | 'target'
  | 'at'
  | `fields.${string}`

/** A field error. `target` is null if the error affects all targets. */
export interface FieldProblem {
  readonly field: Field
  readonly target: Target | null
  readonly message: string
}

export function toField(path: string): Field {
  if (path.startsWith('post.media')) return 'media'
  if (path === 'post.link' || path === 'post.linkHandling') return 'link'
  if (path === 'post.firstComment') return 'firstComment'
  if (path.startsWith('post.thread')) return path.slice('post.'.length) as Field
  if (path.startsWith('post.to')) return 'to'
  if (path === 'dueDate') return 'at'
  if (path === 'title' || path === 'body') return path
  return path.startsWith('fields.') ? (path as Field) : 'target'
}

export const problemsAt = (errors: readonly FieldError[], target: Target | null): FieldProblem[] =>
  errors.map(({ path, message }) => ({ field: toField(path), target, message }))

/**
 * Returns every reason why a draft cannot be sent. A post that stays a draft only needs a target
 * and a valid link, and valid recipients if it goes by email.
 */
export function findProblems(draft: Draft, targets: readonly Target[], now: Date): FieldProblem[] {
  const problems: FieldProblem[] = []
  const refuse = (field: Field, message: string) =>
    void problems.push({ field, target: null, message })
  if (targets.length === 0) refuse('target', 'Choose an account')
  const link = toAddress(draft.link)
  if (link !== null && !URL.canParse(link)) refuse('link', 'This is not the address of a page')
  if (targets.some(({ platform }) => platform === 'email')) {
    for (const address of readRecipients(draft.to))
      if (!EmailAddress.safeParse(address).success) refuse('to', `${address} is not a mail address`)
  }
  if (draft.moment === 'draft') return problems
  if (draft.moment === 'at' && draft.at === '') refuse('at', 'Choose a day and a time')
  if (draft.moment === 'at' && draft.at !== '' && new Date(draft.at) <= now) {
    refuse('at', 'This time has passed')
  }
  for (const target of targets) {
    if (target.obstacle !== undefined)
      problems.push({ field: 'target', target, message: target.obstacle })
    problems.push(...problemsAt(brokenPostRules(toContent(draft, target)), target))
  }
  return problems
}
