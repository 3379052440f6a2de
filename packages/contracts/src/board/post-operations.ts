import { z } from 'zod'
import { etag } from '../core/headers.ts'
import { byId, named, namedAs, pageQuery, Timestamp, WebUrl } from '../core/schemas.ts'
import { accepted, ok, tagged } from '../core/tagged.ts'
import { Card, DueDate } from './card.ts'

const post = tagged('Posts').org.resource('/api/tasks', byId, 'The post', Card, etag)
const approvalErrors = [
  'not_a_post',
  'invalid_transition',
  'post_rules_failed',
  'channel_not_available',
] as const

/** A problem to tell the user although the request succeeded. */
const Warning = z.object({
  code: z
    .string()
    .describe('A stable code. `no_publish_sweep` means that no active workflow publishes posts.'),
  message: z.string().describe('The problem in words.'),
  fix: z.string().describe('What to do about it.'),
})

export const ApprovedCard = Card.extend({
  warnings: z
    .array(Warning)
    .describe('Problems that the user should know about. The post is approved anyway.'),
}).meta({
  id: 'ApprovedCard',
  description: 'A post. `no_publish_sweep` warns that nothing will publish it',
})
export type ApprovedCard = z.infer<typeof ApprovedCard>

export const approvePost = post.one.post('approvePost', '/approve', {
  sdk: 'posts.approve',
  summary: 'Approve and schedule a post',
  description: 'If `dueDate` is in the past, the post is published now.',
  body: z.strictObject({
    dueDate: DueDate.describe(
      'When to publish the post: a time, or a day (`2026-03-02`) for its end. The past means now.',
    ),
  }),
  responses: ok('The reviewed post', ApprovedCard, etag),
  errors: approvalErrors,
  example: { params: { id: '{post.id}' }, body: { dueDate: '2027-03-09T07:00:00.000Z' } },
})

export const publishPostNow = post.one.post('publishPostNow', '/publish-now', {
  sdk: 'posts.publishNow',
  summary: 'Publish a post now',
  description: 'Approves a draft if it passes its rules, then starts a run that publishes it.',
  idempotent: true,
  responses: accepted(
    'The run',
    z.object({ runId: z.string().describe('The run that publishes the post.') }),
  ),
  errors: approvalErrors,
  example: { params: { id: '{post.id}' } },
})

export const getComposer = post.one.get('getComposer', '/composer', {
  sdk: 'posts.composer',
  summary: 'The network’s own composer, filled in',
  responses: ok(
    'The composer’s URL, and the fields that it cannot carry',
    z.object({
      url: z
        .string()
        .nullable()
        .describe(
          'The network’s composer, filled in. Null if it has none or if the URL would be too long.',
        ),
      cannotCarry: z
        .array(z.string())
        .describe('The parts of the post that the user has to enter there.'),
    }),
  ),
  errors: ['not_a_post', 'not_manual'],
  example: { params: { id: '{byHand.id}' } },
})

export const markHandedOff = post.action('markHandedOff', 'handed-off', {
  sdk: 'posts.handedOff',
  summary: 'Record that a post was handed to the network’s composer',
  errors: ['not_a_post', 'invalid_transition'],
  example: { params: { id: '{byHand.id}' } },
})

export const markPostedByHand = post.action('markPostedByHand', 'posted-by-hand', {
  sdk: 'posts.postedByHand',
  summary: 'Record that a handed-off post is posted',
  body: z.strictObject({
    externalUrl: WebUrl.optional().describe('The post’s URL at its network, if known.'),
  }),
  bodyOptional: true,
  errors: ['not_a_post', 'invalid_transition'],
  example: {
    params: { id: '{byHand.id}' },
    body: { externalUrl: 'https://www.linkedin.com/feed/update/urn:li:share:7201' },
  },
})

export const PostComment = namedAs('PostComment', 'A comment on a post at its network', {
  id: z.string().describe('The comment’s id at the network.'),
  message: z.string().describe('The comment’s text.'),
  author: z
    .object({
      id: z.string().describe('The author’s id at the network.'),
      name: z.string().describe('The name that the network shows.'),
    })
    .nullable()
    .describe('The author at the network. Null if the network withholds it.'),
  createdAt: Timestamp.nullable().describe(
    'When the comment was written. Null if the network does not send it.',
  ),
})
export type PostComment = z.infer<typeof PostComment>

export const PostCommentPage = named('PostCommentPage', {
  items: z.array(PostComment).describe('The comments, in the network’s order.'),
  next: z.string().nullable().describe('The `cursor` for the next page. Null after the last page.'),
})
export type PostCommentPage = z.infer<typeof PostCommentPage>

export const PostCommentQuery = z.object({
  cursor: z.string().max(1_000).optional().describe('The `next` value of the previous page.'),
  limit: pageQuery.limit,
})
export type PostCommentQuery = z.infer<typeof PostCommentQuery>

export const listPostComments = post.one.get('listPostComments', '/comments', {
  sdk: 'posts.comments',
  summary: 'The comments on a published post',
  description:
    'Read from the network with the caller’s right to the channel, in the network’s order. `cursor` is the `next` value of the previous page.',
  query: PostCommentQuery,
  responses: ok('A page of comments', PostCommentPage),
  errors: [
    'not_a_post',
    'not_posted',
    'channel_not_available',
    'token_rejected',
    'network_unavailable',
  ],
  example: { params: { id: '{post.id}' }, query: { limit: 10 } },
})
