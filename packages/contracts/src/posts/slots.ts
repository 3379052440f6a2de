import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { byId, Timestamp } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'

export const maxSlots = 100

export const PostingSlot = z
  .strictObject({
    weekday: z
      .number()
      .int()
      .min(1)
      .max(7)
      .describe('The day of the week (ISO 8601): 1 is Monday, 7 is Sunday.'),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time of day such as 09:00')
      .describe('The time of day in the organisation’s time zone, for example `09:00`.'),
  })
  .meta({ id: 'PostingSlot' })
export type PostingSlot = z.infer<typeof PostingSlot>

const items = z
  .array(PostingSlot)
  .max(maxSlots)
  .describe('The slots by weekday and time, each once, at most 100.')

export const PostingSlots = z
  .object({ items })
  .meta({ id: 'PostingSlots', description: 'When posts usually go out on a channel.' })
export type PostingSlots = z.infer<typeof PostingSlots>

const slots = tagged('Connect').org.at('/api/connectors/{id}/slots', byId)

export const getPostingSlots = slots.get('getPostingSlots', '', {
  sdk: 'connect.slots',
  summary: 'The posting slots of a channel',
  responses: ok('The slots', PostingSlots),
  example: { params: { id: '{settleConnectPicker.id}' } },
})

export const putPostingSlots = slots.put('putPostingSlots', '', {
  sdk: 'connect.setSlots',
  summary: 'Replace the posting slots of a channel',
  description:
    'Only the channel’s owner may do this. A slot publishes nothing: it is a time to choose for a post. Repeated slots count once.',
  body: z.strictObject({ items }),
  responses: ok('The slots', PostingSlots),
  example: {
    params: { id: '{settleConnectPicker.id}' },
    body: {
      items: [
        { weekday: 1, time: '09:00' },
        { weekday: 4, time: '17:30' },
      ],
    },
  },
})

export const getNextSlot = tagged('Posts').org.get('getNextSlot', '/api/posts/next-slot', {
  sdk: 'posts.nextSlot',
  summary: 'The next free posting slot of a channel',
  description:
    'A slot is free if no other approved post of the channel is due then. If the channel has no slots, or none is free within a year, the response is 404.',
  query: z.object({
    channelId: z.string().min(1).max(100).describe('The channel’s id.'),
  }),
  responses: ok(
    'The next free slot',
    z
      .object({ at: Timestamp.describe('When the slot is.') })
      .meta({ id: 'NextSlot', description: 'The next free posting slot.' }),
  ),
  errors: ['not_found'],
  example: { query: { channelId: '{channel.id}' } },
})

export const ReadPostingSlots = defineRpc({
  subject: 'connect.posting-slots',
  description:
    'The posting slots of a channel that the member may use; null without such a channel',
  input: z.object({ orgId: z.string(), userId: z.string(), channelId: z.string() }),
  output: z.object({ slots: z.array(PostingSlot).nullable() }),
  timeoutMs: 3_000,
})
