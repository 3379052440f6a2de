import { z } from 'zod'
import { etag, ifMatch } from '../core/headers.ts'
import { GivenName, Timestamp, visible } from '../core/schemas.ts'
import { file, ok, tagged } from '../core/tagged.ts'
import { estimateDocument } from './estimates.ts'
import { vatReasons } from './invoices.ts'
import { DocumentLanguage } from './parties/document-language.ts'
import { PublicSeller } from './public-invoices.ts'

/** A sent estimate as its customer sees it. */
export const PublicEstimate = z
  .object({
    ...estimateDocument,
    sentAt: Timestamp.describe('When it was sent.'),
    language: DocumentLanguage.describe('The document’s language.'),
    seller: PublicSeller.describe('Who offers it.'),
    vatReasons,
  })
  .meta({ id: 'PublicEstimate' })
export type PublicEstimate = z.infer<typeof PublicEstimate>

export const AcceptEstimate = z.strictObject({
  name: GivenName.describe('The name of who accepts, at most 200 characters.'),
})

export const DeclineEstimate = z.strictObject({
  reason: z
    .string()
    .trim()
    .max(2_000)
    .regex(visible, 'Enter a text')
    .nullable()
    .optional()
    .describe('Why the customer declines, at most 2,000 characters.'),
})

const byToken = z.object({ token: z.string().describe('The `publicToken`.') })
const visited = tagged('Estimates').public.at('/api/public/estimates/{token}', byToken)

export const getPublicEstimate = visited.get('getPublicEstimate', '', {
  sdk: 'publicEstimates.get',
  summary: 'A sent estimate as its customer sees it',
  description: 'Only the token counts, so the customer needs no account. A draft is 404.',
  responses: ok('The estimate', PublicEstimate, etag),
  example: { params: { token: '{sendEstimate.publicToken}' } },
})

export const getPublicEstimatePdf = visited.get('getPublicEstimatePdf', '/pdf', {
  sdk: 'publicEstimates.pdf',
  summary: 'The PDF of a sent estimate for its customer',
  responses: file('The PDF', 'application/pdf'),
  example: { params: { token: '{sendEstimate.publicToken}' } },
})

export const acceptEstimate = visited.post('acceptEstimate', '/accept', {
  sdk: 'publicEstimates.accept',
  summary: 'Accept an estimate',
  description:
    'Possible through the end of `validUntil`. The first decision counts. With `If-Match` the customer accepts only the estimate that they have read.',
  headers: ifMatch,
  body: AcceptEstimate,
  responses: ok('The accepted estimate', PublicEstimate, etag),
  errors: ['estimate_closed', 'precondition_failed'],
  example: { params: { token: '{sendEstimate.publicToken}' }, body: { name: 'Camille Duval' } },
})

export const declineEstimate = visited.post('declineEstimate', '/decline', {
  sdk: 'publicEstimates.decline',
  summary: 'Decline an estimate',
  headers: ifMatch,
  body: DeclineEstimate,
  bodyOptional: true,
  responses: ok('The declined estimate', PublicEstimate, etag),
  errors: ['estimate_closed', 'precondition_failed'],
  example: {
    params: { token: '{sentOther.publicToken}' },
    body: { reason: 'We found another date' },
  },
})
