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
  description: 'Deletes the cards that have been in this status for at least so many days.',
  body: z.strictObject({
    status: z.enum(['archived', 'done']).describe('The status of the cards to delete.'),
    olderThanDays: z
      .number()
      .min(0)
      .max(36_500)
      .describe('The minimum number of days that the cards have had this status.'),
  }),
  responses: ok(
    'How many',
    z.object({ deleted: z.number().int().describe('The number of deleted cards.') }),
  ),
})

export const changeCardsInBulk = board.org.post('changeCardsInBulk', '/api/tasks/bulk', {
  sdk: 'cards.bulk',
  summary: 'Change or delete many cards',
  description:
    'Each card by the rules of its own PATCH and DELETE; a refused one is left alone and named with its `code`, and the others are changed in one transaction. An id counts once; an unknown one is `not_found`.',
  body: BulkCards,
  idempotent: true,
  responses: ok('The outcome of each card', BulkResult),
})

export const captureLink = board.org.post('captureLink', '/api/links', {
  sdk: 'links.capture',
  summary: 'Capture a link',
  description:
    'The same page captured again by the same person (canonical URLs are compared) answers 200 with the card there is. A new card is `enriching`, or `todo` while nothing can enrich it.',
  body: z.strictObject({ url: WebUrl.describe('The page’s URL, http or https.') }),
  idempotent: true,
  responses: {
    201: { description: 'The link card', schema: Card, headers: located },
    200: { description: 'The card that was there', schema: Card, headers: located },
  },
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
})

export const implementCard = tagged('Agent runs').org.post(
  'implementCard',
  '/api/tasks/{id}/implement',
  {
    assistants: false,
    params: byId,
    sdk: 'cards.implement',
    summary: 'Give a card to an agent of the caller',
    description:
      'Starts the chain `internal:implement:<id>`, which queues an agent run with the title and the text of the card, and waits for its end.',
    idempotent: true,
    responses: accepted(
      'The run',
      z.object({ runId: z.string().describe('The run that waits for the agent.') }),
    ),
    errors: ['not_configured'],
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
})

export const startProcess = card.post('startProcess', '/process', {
  sdk: 'cards.startProcess',
  summary: 'Enrich a link or a contact',
  description:
    'Moves the card to `enriching` and starts its chain, which ends it as `enriched`, or as `failed` with the reason.',
  idempotent: true,
  responses: accepted(
    'The run',
    z.object({ runId: z.string().describe('The run that enriches the card.') }),
  ),
  errors: ['not_enrichable', 'invalid_transition', 'not_configured'],
})

export const cancelProcess = card.post('cancelProcess', '/process/cancel', {
  sdk: 'cards.cancelProcess',
  summary: 'Cancel the running chain of a card',
  description: 'Cancels the internal runs of the card and files it as failed.',
  responses: ok('The card', Card, etag),
  errors: ['invalid_transition', 'nothing_to_cancel'],
})
