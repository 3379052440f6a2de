import { z } from 'zod'
import { auditActorTypes } from '../audit/audit.ts'
import { defineLiveEvent } from '../core/messages.ts'
import { namedAs, nextCursor, pageQuery, Timestamp } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'

export const ActivityEntry = namedAs('ActivityEntry', 'Something that happened', {
  id: z.string().describe('The entry’s id.'),
  at: Timestamp.describe('When it happened.'),
  kind: z
    .string()
    .describe('What happened, as `<record>.<verb>`, for example `post.posted` or `invoice.paid`.'),
  title: z.string().describe('What happened, in words.'),
  detail: z
    .string()
    .describe('The record’s name, and the reason if there is one. Empty if the title says it all.'),
  href: z
    .string()
    .nullable()
    .describe('The record’s dashboard page. Null if there is none, for example after a deletion.'),
  actor: z
    .object({
      type: z
        .enum(auditActorTypes)
        .describe('A user, an API key, an assistant or the platform itself.'),
      id: z.string().describe('The id of the user, API key or grant. `system` for the platform.'),
      name: z.string().describe('The actor’s name when it happened.'),
    })
    .nullable()
    .describe('Who did it. Null if it is not known, or if it was somebody outside.'),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

// Covers every area, so no scope of one area is enough.
export const listActivity = tagged('Platform').org.get('listActivity', '/api/activity', {
  sdk: 'activity.list',
  summary: 'What happened in the organisation, newest first',
  description:
    'Lists what the caller may see. Members see no sign-ins, API keys, secrets or invitations. Accounts that are not shared, agent runs and approvals are listed for their owner. Entries appear within a second and are kept as long as the audit log.',
  query: z.object({
    cursor: z.string().max(200).optional().describe('The `next` value of the previous page.'),
    limit: pageQuery.limit.describe('The largest number of entries on a page.'),
  }),
  responses: ok(
    'A page of entries',
    z.object({
      items: z.array(ActivityEntry).describe('The entries, newest first.'),
      next: nextCursor,
    }),
  ),
  example: { query: { limit: 10 } },
})

// Says only that there is something new, because not every member may see every entry.
export const ActivityRecorded = defineLiveEvent(
  'activity.recorded',
  'The recent activity of an organisation has a new entry',
  {},
)
