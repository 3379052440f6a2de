import { z } from 'zod'
import { named, namedBody, pageQuery, pageSchema, Timestamp, visible } from '../core/schemas.ts'

export const maxTimelineBody = 20_000

export const TimelineAuthor = z.object({ type: z.enum(['user', 'agent']), id: z.string() })
export type TimelineAuthor = z.infer<typeof TimelineAuthor>

/** Who changed a card, and through what: an API key, an assistant (MCP) or a workflow run. */
export const ChangeAuthor = TimelineAuthor.extend({
  via: z.enum(['api_key', 'mcp']).optional(),
  keyId: z.string().optional(),
  runId: z.string().optional(),
})
export type ChangeAuthor = z.infer<typeof ChangeAuthor>

/** A change of a card: the changed fields by API name, or the values before and after a move. */
export const CardChange = z.object({
  fields: z.array(z.string()).optional(),
  from: z.string().nullable().optional(),
  to: z.string().nullable().optional(),
})
export type CardChange = z.infer<typeof CardChange>

/** The prefix of entry kinds that the board itself writes. */
export const historyPrefix = 'history.'

export const TimelineEntry = named('TimelineEntry', {
  id: z.string(),
  kind: z.string(),
  body: z.string(),
  author: ChangeAuthor,
  /** Set on history entries only. */
  change: CardChange.optional(),
  createdAt: Timestamp,
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const NewTimelineEntry = namedBody('NewTimelineEntry', {
  kind: z
    .string()
    .regex(/^[a-z][a-z0-9_.-]{0,49}$/)
    .refine((kind) => !kind.startsWith(historyPrefix), { error: 'The board alone writes history' })
    .default('system'),
  body: z.string().max(maxTimelineBody).regex(visible, { error: 'The entry is empty' }),
})
export type NewTimelineEntry = z.infer<typeof NewTimelineEntry>

export const TimelineQuery = z.object({
  sortDir: z.enum(['asc', 'desc']).default('desc'),
  /** Entries of users and agents, or the card's history. Returns both if absent. */
  kind: z.enum(['entries', 'history']).optional(),
  ...pageQuery,
})
export type TimelineQuery = z.infer<typeof TimelineQuery>
export const TimelinePage = pageSchema(TimelineEntry).meta({ id: 'TimelinePage' })
