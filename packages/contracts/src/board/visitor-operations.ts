import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { GivenName, namedBody, visible } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'

const quotes = tagged('Quotes')

const email = EmailAddress
const message = z.string().trim().min(1).max(5_000).regex(visible, { error: 'Enter a message' })
/**
 * A honeypot field, hidden from people. If a robot fills it in, the robot gets a success response.
 */
const website = z.string().max(2_000).optional()

export const QuoteRequest = namedBody('QuoteRequest', {
  org: z.string().min(1).max(200).describe('The organisation’s slug or id.'),
  name: GivenName.describe('The visitor’s name.'),
  email: email.describe('The email address for the reply.'),
  message: message.describe('The visitor’s text, at most 5,000 characters.'),
  website: website.describe('A trap for robots. People do not see this field. Leave it out.'),
})
export type QuoteRequest = z.infer<typeof QuoteRequest>

const received = {
  description: 'Received',
  schema: z.object({ id: z.string().describe('The id of the card that the recipient gets.') }),
  headers: { Location: 'The card’s address, for those who received it' },
}

export const submitQuote = quotes.public.post('submitQuote', '/api/public/quotes', {
  sdk: 'quotes.submit',
  summary: 'Send a quote request to an organisation',
  description:
    'Send JSON, or the form of a page without scripts. A form gets a plain page as its response, also for errors.',
  body: QuoteRequest,
  formBody: true,
  idempotent: true,
  responses: { 201: { ...received, content: { 'text/html': z.string() } } },
  errors: ['not_found'],
  example: {
    body: {
      org: '{org.slug}',
      name: 'Harbour Café',
      email: 'kitchen@example.com',
      message: 'Forty rolls every morning from May to September, please.',
    },
  },
})

export const deleteQuotes = quotes.operator.delete('deleteQuotes', '/api/quotes', {
  sdk: 'quotes.delete',
  summary: 'Delete quote requests',
  description:
    'Only for administrators of the deployment, in their active organisation. Send the card ids in the body’s `ids`, or repeat `ids` in the query.',
  query: z.object({
    ids: z
      .union([z.string(), z.array(z.string()).max(500)])
      .optional()
      .describe('A record’s id. Repeat the parameter for several.'),
  }),
  body: z.strictObject({
    ids: z.array(z.string()).min(1).max(500).describe('The ids of the cards, at most 500.'),
  }),
  bodyOptional: true,
  responses: ok(
    'The number of deleted requests',
    z.object({ deleted: z.number().int().describe('The number of deleted cards.') }),
  ),
  errors: ['no_active_org'],
  example: { body: { ids: ['{submitQuote.id}'] } },
})

export const SupportRequest = namedBody('SupportRequest', {
  name: GivenName.describe('The visitor’s name.'),
  email: email.describe('The email address for the reply.'),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('The subject, at most 200 characters.'),
  message: message.describe('The visitor’s text, at most 5,000 characters.'),
  website: website.describe('A trap for robots. People do not see this field. Leave it out.'),
})
export type SupportRequest = z.infer<typeof SupportRequest>

export const contactSupport = tagged('Support').public.post(
  'contactSupport',
  '/api/public/support',
  {
    sdk: 'support.contact',
    summary: 'Contact the operator',
    description: 'Creates a support card for the configured owner, tagged `support:<email>`.',
    body: SupportRequest,
    idempotent: true,
    responses: { 201: received },
    errors: ['not_configured'],
    example: {
      body: {
        name: 'Harbour Café',
        email: 'kitchen@example.com',
        subject: 'Moving to another address',
        message: 'We move in March. Does the address on older invoices stay as it is?',
      },
    },
  },
)
