import { z } from 'zod'
import { longestSpeech } from '../connect/speech.ts'
import { etag } from '../core/headers.ts'
import { byId, WebUrl } from '../core/schemas.ts'
import { accepted, ok, tagged } from '../core/tagged.ts'
import { BulkCards, BulkResult } from './bulk-cards.ts'
import { Card } from './card.ts'

const board = tagged('Board')
const located = { ...etag, Location: 'Its address' }

export const pruneCards = board.org.post('pruneCards', '/api/tasks/prune', {
  sdk: 'cards.prune',
  summary: 'Delete old archived or done cards',
  description: 'Deletes the cards that have had this status for at least that many days.',
  body: z.strictObject({
    status: z.enum(['archived', 'done']).describe('The status of the cards to delete.'),
    olderThanDays: z
      .number()
      .min(0)
      .max(36_500)
      .describe('The minimum number of days that the cards have had this status.'),
  }),
  responses: ok(
    'The number of deleted cards',
    z.object({ deleted: z.number().int().describe('The number of deleted cards.') }),
  ),
  example: { body: { status: 'archived', olderThanDays: 90 } },
})

export const changeCardsInBulk = board.org.post('changeCardsInBulk', '/api/tasks/bulk', {
  sdk: 'cards.bulk',
  summary: 'Change or delete many cards',
  description:
    'Each card follows the rules for its own PATCH or DELETE. A refused card is not changed and is listed with its `code`. All others are changed in one transaction. Repeated ids count once, and an unknown id is `not_found`.',
  body: BulkCards,
  idempotent: true,
  responses: ok('The outcome of each card', BulkResult),
  example: { body: { ids: ['{createCard.id}'], set: { status: 'done', addTags: ['delivered'] } } },
})

export const captureLink = board.org.post('captureLink', '/api/links', {
  sdk: 'links.capture',
  summary: 'Capture a link',
  description:
    'If the same user captured the page before (canonical URLs are compared), returns the existing card with 200. A new card is `enriching`, or `todo` if nothing can enrich it.',
  body: z.strictObject({ url: WebUrl.describe('The page’s URL, http or https.') }),
  idempotent: true,
  responses: {
    201: { description: 'The new card', schema: Card, headers: located },
    200: { description: 'The existing card', schema: Card, headers: located },
  },
  example: { body: { url: '{page}' } },
})

const card = board.org.at('/api/tasks/{id}', byId)

export const startNextAction = card.post('startNextAction', '/next-action', {
  sdk: 'cards.nextAction',
  summary: 'Let the agent propose the next action for a contact',
  idempotent: true,
  responses: accepted(
    'The run',
    z.object({ runId: z.string().describe('The run that proposes the next action.') }),
  ),
  errors: ['not_a_contact', 'not_configured'],
  example: { params: { id: '{contact.id}' } },
})

export const implementCard = tagged('Agent runs').org.post(
  'implementCard',
  '/api/tasks/{id}/implement',
  {
    assistants: false,
    params: byId,
    sdk: 'cards.implement',
    summary: 'Assign a card to one of the caller’s agents',
    description:
      'Starts the chain `internal:implement:<id>`. It queues an agent run with the card’s title and text, and waits until the run ends.',
    idempotent: true,
    responses: accepted(
      'The run',
      z.object({ runId: z.string().describe('The run that waits for the agent.') }),
    ),
    errors: ['not_configured'],
    example: { params: { id: '{card.id}' } },
  },
)

export const readCardAloud = card.post('readCardAloud', '/read-aloud', {
  sdk: 'cards.readAloud',
  summary: 'Read a card aloud',
  description: `Starts the chain \`internal:tts:<id>\`, which reads title and text aloud into a public file, against the credits of the caller. Its address is then in \`fields.audio\`, and its key in \`fields.audioKey\`. If no speech provider is connected, or the credits are used up, the run fails and the timeline of the card names the reason. At most ${longestSpeech} characters are read.`,
  idempotent: true,
  responses: accepted(
    'The run',
    z.object({ runId: z.string().describe('The run that reads the card aloud.') }),
  ),
  errors: ['nothing_to_read', 'too_long_to_read'],
  example: { params: { id: '{contact.id}' } },
})

export const startProcess = card.post('startProcess', '/process', {
  sdk: 'cards.startProcess',
  summary: 'Enrich a link or a contact',
  description:
    'Moves the card to `enriching` and starts its chain. The card ends as `enriched`, or as `failed` with a reason.',
  idempotent: true,
  responses: accepted(
    'The run',
    z.object({ runId: z.string().describe('The run that enriches the card.') }),
  ),
  errors: ['not_enrichable', 'invalid_transition', 'not_configured'],
  example: { params: { id: '{contact.id}' } },
})

export const cancelProcess = card.post('cancelProcess', '/process/cancel', {
  sdk: 'cards.cancelProcess',
  summary: 'Cancel the running chain of a card',
  description: 'Cancels the card’s internal runs and sets it to `failed`.',
  responses: ok('The card', Card, etag),
  errors: ['invalid_transition', 'nothing_to_cancel'],
  example: { params: { id: '{contact.id}' } },
})
