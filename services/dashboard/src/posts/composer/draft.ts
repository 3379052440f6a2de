import { LinkHandling } from '@atrium/contracts'
import { z } from 'zod'

/** A post that this draft has made, or tries to make. */
const Sent = z.object({
  /** The idempotency key of its creation. */
  key: z.string(),
  /** The request that made it, as JSON. */
  request: z.string(),
  /** Null until the platform has answered. */
  id: z.string().nullable(),
  done: z.boolean(),
})
export type Sent = z.infer<typeof Sent>

export const moments = ['now', 'at', 'draft'] as const
/** The moment of a post: at once, at a chosen time, or none while it is a draft. */
export type Moment = (typeof moments)[number]

/** The content of the composer, which survives a reload. */
export const Draft = z.object({
  /** Ids of channels, and `manual:<network>` for posts by hand. */
  targets: z.array(z.string()).max(100),
  title: z.string(),
  body: z.string(),
  /** The texts of single targets in place of `body`. */
  own: z.record(z.string(), z.string()),
  link: z.string(),
  linkHandling: LinkHandling,
  /** Addresses of files in the library. */
  media: z.array(z.string()).max(100),
  firstComment: z.string(),
  /** The recipients of a post by mail, as they are typed. */
  to: z.string().default(''),
  fields: z.record(z.string(), z.string()),
  moment: z.enum(moments),
  /** ISO 8601; empty without a time. */
  at: z.string(),
  sent: z.record(z.string(), Sent),
  /** The version of the post that is edited; null for new posts. */
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
  to: '',
  fields: {},
  moment: 'now',
  at: '',
  sent: {},
  etag: null,
}

/** Whether a draft holds nothing that a person would miss. */
export const isBlank = ({
  title,
  body,
  own,
  link,
  media,
  firstComment,
  to,
  fields,
  sent,
}: Draft): boolean =>
  [title, body, link, firstComment, to, ...Object.values(own), ...Object.values(fields)].every(
    (text) => text.trim() === '',
  ) &&
  media.length === 0 &&
  Object.keys(sent).length === 0
