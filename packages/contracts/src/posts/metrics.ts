import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { byId, Timestamp } from '../core/schemas.ts'
import { listed, ok, tagged } from '../core/tagged.ts'
import { Platform } from './platforms.ts'

/** The networks that state figures of a post to its account. */
export const networksWithFigures = [
  'pagenet',
  'photonet',
  'shortpost',
  'videonet',
  'forumnet',
] as const satisfies readonly Platform[]

export const metricNames = ['views', 'likes', 'comments', 'shares', 'quotes', 'score'] as const

export const PostMetric = z.object({
  name: z
    .enum(metricNames)
    .describe('What is counted. `score` is upvotes minus downvotes. `likes` includes reactions.'),
  value: z.number().int().describe('The network’s figure.'),
})
export type PostMetric = z.infer<typeof PostMetric>

const items = z.array(PostMetric).describe('The figures that the network states.')

export const PostMetrics = z
  .object({
    items,
    at: Timestamp.describe('When the network stated them.'),
  })
  .meta({ id: 'PostMetrics', description: 'What a network counts for a published post.' })
export type PostMetrics = z.infer<typeof PostMetrics>

const posts = tagged('Posts').org

export const getPostMetrics = posts.at('/api/tasks/{id}', byId).get('getPostMetrics', '/metrics', {
  sdk: 'posts.metrics',
  summary: 'The figures of a published post',
  description:
    'Read from the network and kept: for 15 minutes on the first day, later for up to a week. If the network does not respond, the figures from before are returned. Networks that state no figures are `not_supported`.',
  responses: ok('The figures', PostMetrics),
  errors: [
    'not_a_post',
    'not_posted',
    'not_supported',
    'channel_not_available',
    'token_rejected',
    'network_unavailable',
  ],
  example: { params: { id: '{post.id}' } },
})

export const PostReportRow = z.object({
  month: z.string().describe('The month in the organisation’s time zone, for example `2026-03`.'),
  channelId: z.string().nullable().describe('The channel’s id. Null for posts without a channel.'),
  accountName: z.string().nullable().describe('The account’s name. Null if it is not known.'),
  platform: Platform.describe('The network’s neutral name.'),
  posts: z.number().int().describe('How many posts were published.'),
  items: z.array(PostMetric).describe('The sums of the posts’ figures that are known.'),
})
export type PostReportRow = z.infer<typeof PostReportRow>

export const getPostReport = posts.get('getPostReport', '/api/posts/report', {
  sdk: 'posts.report',
  summary: 'Published posts and their figures by account and month',
  query: z.object({
    months: z.coerce
      .number()
      .int()
      .min(1)
      .max(24)
      .default(6)
      .describe('How many months, including the current one.'),
  }),
  responses: listed('One row for each account and month, newest first.', PostReportRow),
})

export const ReadPostMetrics = defineRpc({
  subject: 'connect.read-post-metrics',
  description: 'The figures that a network states for a published post of the organisation',
  input: z.object({ orgId: z.string(), channelId: z.string(), externalId: z.string() }),
  output: z.object({ items: z.array(PostMetric) }),
  timeoutMs: 30_000,
})
