import { LinkHandling } from '@atrium/contracts'
import { z } from 'zod'

/** A post that this draft has created or is trying to create. */
const Sent = z.object({
  /** The idempotency key of the create request. */
  key: z.string(),
  /** The body of the last create or update request, as JSON. */
  request: z.string(),
  /** Null until the platform has responded. */
  id: z.string().nullable(),
  done: z.boolean(),
})
export type Sent = z.infer<typeof Sent>

export const moments = ['now', 'at', 'draft'] as const
/** When a post is published: now, at a chosen time, or not yet because it stays a draft. */
export type Moment = (typeof moments)[number]

/** The composer's content. It survives a reload. */
export const Draft = z.object({
  /** Channel ids, `manual:<network>` for manual posts, or `email`. */
  targets: z.array(z.string()).max(100),
  title: z.string(),
  body: z.string(),
  /** Overrides of `body`, by target id. */
  own: z.record(z.string(), z.string()),
  link: z.string(),
  linkHandling: LinkHandling,
  /** Asset URLs. */
  media: z.array(z.string()).max(100),
  firstComment: z.string(),
  /** The texts of the posts that follow the first one. */
  thread: z.array(z.string()).max(100).default([]),
  /** The recipients of an email post, as typed. */
  to: z.string().default(''),
  fields: z.record(z.string(), z.string()),
  moment: z.enum(moments),
  /** ISO 8601, or empty if no time is chosen. */
  at: z.string(),
  sent: z.record(z.string(), Sent),
  /** The version of the edited post. Null for a new post. */
  etag: z.string().nullable(),
})
export type Draft = z.infer<typeof Draft>

export const emptyDraft: Draft = {
  targets: [],
  title: '',
  body: '',
  own: {},
  link: '',
  linkHandling: 'keep',
  media: [],
  firstComment: '',
  thread: [],
  to: '',
  fields: {},
  moment: 'now',
  at: '',
  sent: {},
  etag: null,
}

/** Returns true if a draft holds nothing that the user would miss. */
export const isBlank = ({
  title,
  body,
  own,
  link,
  media,
  firstComment,
  thread,
  to,
  fields,
  sent,
}: Draft): boolean =>
  [
    title,
    body,
    link,
    firstComment,
    to,
    ...thread,
    ...Object.values(own),
    ...Object.values(fields),
  ].every((text) => text.trim() === '') &&
  media.length === 0 &&
  Object.keys(sent).length === 0
