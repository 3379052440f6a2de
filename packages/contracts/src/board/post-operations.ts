import { z } from 'zod'
import { defineOperation } from '../core/operation.ts'
import { resource } from '../core/resource.ts'
import { byId } from '../core/schemas.ts'
import { Card, Moment } from './card.ts'

const ofOne = { tag: 'Posts', access: 'org', params: byId } as const
const etag = { ETag: 'The version of the card' }
const post = resource({
  path: '/api/tasks',
  ...ofOne,
  shown: { description: 'The post', schema: Card, headers: etag },
})
const approvalErrors = [
  'not_found',
  'not_a_post',
  'invalid_transition',
  'post_rules_failed',
  'channel_not_available',
  'unavailable',
] as const

/** An obstacle that a person should know of although the request was done. */
const Warning = z.object({
  code: z.string(),
  message: z.string(),
  /** The remedy. */
  fix: z.string(),
})

export const ApprovedCard = Card.extend({ warnings: z.array(Warning) }).meta({
  id: 'ApprovedCard',
  description: 'A post, with `no_publish_sweep` when nothing will publish it',
})
export type ApprovedCard = z.infer<typeof ApprovedCard>

export const approvePost = defineOperation({
  id: 'approvePost',
  method: 'post',
  path: '/api/tasks/{id}/approve',
  ...ofOne,
  summary: 'Approve and schedule a post',
  description: 'A `dueDate` in the past means now.',
  body: z.strictObject({ dueDate: Moment }),
  responses: { 200: { description: 'The post, reviewed', schema: ApprovedCard, headers: etag } },
  errors: approvalErrors,
})

export const publishPostNow = defineOperation({
  id: 'publishPostNow',
  method: 'post',
  path: '/api/tasks/{id}/publish-now',
  ...ofOne,
  summary: 'Publish a post now',
  description: 'Approves a draft whose rules pass, then starts a run that claims and publishes it.',
  idempotent: true,
  responses: { 202: { description: 'The run', schema: z.object({ runId: z.string() }) } },
  errors: approvalErrors,
})

export const getComposer = defineOperation({
  id: 'getComposer',
  method: 'get',
  path: '/api/tasks/{id}/composer',
  ...ofOne,
  summary: 'The network’s own composer, prefilled',
  responses: {
    200: {
      description: 'The deep link, and the fields that it cannot carry',
      schema: z.object({ url: z.string().nullable(), cannotCarry: z.array(z.string()) }),
    },
  },
  errors: ['not_found', 'not_a_post', 'not_manual'],
})

export const markHandedOff = post.action('handed-off', {
  id: 'markHandedOff',
  summary: 'Mark a post as handed to its composer',
  errors: ['not_found', 'not_a_post', 'invalid_transition'],
})

export const markPostedByHand = post.action('posted-by-hand', {
  id: 'markPostedByHand',
  summary: 'Mark a handed-off post as posted',
  body: z.strictObject({
    externalUrl: z
      .url({ protocol: /^https?$/ })
      .max(2_048)
      .optional(),
  }),
  bodyOptional: true,
  errors: ['not_found', 'not_a_post', 'invalid_transition'],
})
