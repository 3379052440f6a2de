import { z } from 'zod'
import {
  CreatedAt,
  named,
  namedBody,
  pageQuery,
  pageSchema,
  RecordId,
  visible,
} from '../core/schemas.ts'

export const maxTimelineBody = 20_000

export const TimelineAuthor = z.object({
  type: z
    .enum(['user', 'agent'])
    .describe('`user` for a person, `agent` for the platform or a workflow.'),
  id: z.string().describe('The user’s id, or the agent’s name.'),
})
export type TimelineAuthor = z.infer<typeof TimelineAuthor>

/** Who changed a card, and through what: an API key, an assistant (MCP) or a workflow run. */
export const ChangeAuthor = TimelineAuthor.extend({
  via: z
    .enum(['api_key', 'mcp'])
    .optional()
    .describe('How the user made the change. Absent for the dashboard.'),
  keyId: z.string().optional().describe('The API key’s id, if one was used.'),
  runId: z.string().optional().describe('The workflow run’s id, if a run made the change.'),
})
export type ChangeAuthor = z.infer<typeof ChangeAuthor>

/** A card's change: the changed fields by API name, or the values before and after a move. */
export const CardChange = z.object({
  fields: z.array(z.string()).optional().describe('The API names of the changed fields.'),
  from: z
    .string()
    .nullable()
    .optional()
    .describe('The value before a move. Null if there was none.'),
  to: z.string().nullable().optional().describe('The value after a move. Null if there is none.'),
})
export type CardChange = z.infer<typeof CardChange>

/** The prefix for entry kinds written by the board itself. */
export const historyPrefix = 'history.'

export const TimelineEntry = named('TimelineEntry', {
  id: RecordId,
  kind: z
    .string()
    .describe(
      'The author’s word for the kind of entry. The board’s own kinds begin with `history.`.',
    ),
  body: z.string().describe('The entry’s text.'),
  author: ChangeAuthor.describe('The user or agent who wrote the entry or made the change.'),
  change: CardChange.optional().describe(
    'The card’s change. Set only if `kind` begins with `history.`.',
  ),
  createdAt: CreatedAt,
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const NewTimelineEntry = namedBody('NewTimelineEntry', {
  kind: z
    .string()
    .regex(/^[a-z][a-z0-9_.-]{0,49}$/)
    .refine((kind) => !kind.startsWith(historyPrefix), { error: 'History entries cannot be added' })
    .default('system')
    .describe(
      'A word for the kind of entry. `system` by default. It must not begin with `history.`.',
    ),
  body: z
    .string()
    .max(maxTimelineBody)
    .regex(visible, { error: 'The entry is empty. Enter a text.' })
    .describe('The text, at most 20,000 characters.'),
})
export type NewTimelineEntry = z.infer<typeof NewTimelineEntry>

export const TimelineQuery = z.object({
  sortDir: z.enum(['asc', 'desc']).default('desc').describe('The sort direction.'),
  kind: z
    .enum(['entries', 'history'])
    .optional()
    .describe(
      'Returns only entries by users and agents, or only the card’s history. Both by default.',
    ),
  ...pageQuery,
})
export type TimelineQuery = z.infer<typeof TimelineQuery>
export const TimelinePage = pageSchema(TimelineEntry).meta({ id: 'TimelinePage' })
