import { z } from 'zod'
import { etag, ifMatch } from '../core/headers.ts'
import {
  byId,
  CalendarDay,
  DayOrMoment,
  pageQuery,
  pageSchema,
  Timestamp,
} from '../core/schemas.ts'
import { created, file, ok, tagged } from '../core/tagged.ts'
import { documentFields } from './invoice-document.ts'
import { EstimateMailPreview, SendInvoice } from './invoice-mail.ts'
import { CreateInvoice, Invoice, UpdateInvoice, vatReasons } from './invoices.ts'

export const estimateStatuses = [
  'draft',
  'sent',
  'accepted',
  'declined',
  'expired',
  'invoiced',
] as const

const Status = z
  .enum(estimateStatuses)
  .describe(
    '`draft` until the estimate is sent. A sent one is `expired` after its last day. The customer accepts or declines it. `invoiced` has a draft invoice.',
  )

/** The estimate fields shown to a customer and to the organisation. */
export const estimateDocument = {
  ...Invoice.pick({
    currency: true,
    lineItems: true,
    vatRateBps: true,
    subtotalAmountCents: true,
    vatAmountCents: true,
    totalAmountCents: true,
    buyer: true,
  }).shape,
  note: documentFields.note,
  footer: documentFields.footer,
  number: z
    .string()
    .nullable()
    .describe('`EST-<year>-<6 digits>`. Null until the estimate is first sent.'),
  status: Status,
  validUntil: CalendarDay.nullable().describe(
    'The last day on which the customer can accept it, in the organisation’s time zone. Null if it does not expire.',
  ),
  acceptedBy: z.string().nullable().describe('The name of who accepted it. Null until then.'),
  acceptedAt: Timestamp.nullable().describe('When it was accepted. Null until then.'),
  declinedAt: Timestamp.nullable().describe('When it was declined. Null until then.'),
  declineReason: z
    .string()
    .nullable()
    .describe('Why the customer declined it. Null if no reason was given.'),
}

export const Estimate = Invoice.pick({
  id: true,
  customerId: true,
  offerId: true,
  seller: true,
  publicToken: true,
  publicUrl: true,
  createdAt: true,
  updatedAt: true,
})
  .extend({
    ...estimateDocument,
    ...documentFields,
    dueOn: CalendarDay.nullable().describe(
      'The due day of the later invoice. Null for the usual payment terms.',
    ),
    sentAt: Timestamp.nullable().describe('When it was last sent. Null for a draft.'),
    invoiceId: z
      .string()
      .nullable()
      .describe('The invoice that was made from it. Null if there is none.'),
  })
  .meta({ id: 'Estimate' })
export type Estimate = z.infer<typeof Estimate>

/** An estimate with the sentences that its PDF states about VAT. */
export const EstimateDetails = Estimate.extend({ vatReasons }).meta({ id: 'EstimateDetails' })
export type EstimateDetails = z.infer<typeof EstimateDetails>

export const EstimateListItem = Estimate.extend({
  customerName: z.string().describe('The customer’s current name.'),
}).meta({ id: 'EstimateListItem' })
export type EstimateListItem = z.infer<typeof EstimateListItem>

const validUntil = DayOrMoment.nullable()
  .optional()
  .describe(
    'The last day on which the customer can accept it. A time counts as its day in the organisation’s time zone. Null if it does not expire.',
  )

export const CreateEstimate = z
  .strictObject({ ...CreateInvoice.shape, validUntil })
  .refine((value) => (value.offerId === undefined) !== (value.lineItems === undefined), {
    message: 'Choose a product or add lines',
    path: ['lineItems'],
  })
export type CreateEstimate = z.output<typeof CreateEstimate>

export const UpdateEstimate = z
  .strictObject({ ...UpdateInvoice.shape, validUntil })
  .refine((value) => value.offerId === undefined || value.lineItems === undefined, {
    message: 'Choose a product or add lines, not both',
    path: ['lineItems'],
  })
export type UpdateEstimate = z.output<typeof UpdateEstimate>

const EstimateListQuery = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Part of the number, or of the customer’s name or email address.'),
  status: z.enum(estimateStatuses).optional().describe('Returns only estimates with this status.'),
  customerId: z.string().max(200).optional().describe('Returns only estimates of this customer.'),
  ...pageQuery,
})
export type EstimateListQuery = z.output<typeof EstimateListQuery>

const estimates = tagged('Estimates')
const shown = estimates.org.resource('/api/estimates', byId, 'The estimate', EstimateDetails, etag)
const managed = estimates.admin.resource('/api/estimates', byId, 'The estimate', Estimate, etag)
const draftErrors = [
  'vat_rate_invalid',
  'service_period_invalid',
  'amount_too_large',
  'currency_mismatch',
  'offer_archived',
  'offer_not_priced',
] as const

export const listEstimates = shown.list('listEstimates', pageSchema(EstimateListItem), {
  sdk: 'estimates.list',
  summary: 'Estimates (quotes), newest first',
  query: EstimateListQuery,
  example: { query: { limit: 10 } },
})

export const createEstimate = managed.create('createEstimate', {
  sdk: 'estimates.create',
  summary: 'Draft an estimate',
  description: 'It has the fields of a draft invoice, and the last day on which it is valid.',
  body: CreateEstimate,
  errors: ['not_found', ...draftErrors],
  example: {
    body: {
      customerId: '{createCustomer.id}',
      lineItems: [
        { description: 'Wedding cake, four tiers', quantity: 1, unitAmountCents: 46_000 },
      ],
      vatRateBps: 550,
      validUntil: '2100-03-31',
    },
  },
})

export const getEstimate = shown.get('getEstimate', {
  sdk: 'estimates.get',
  summary: 'One estimate',
})

export const updateEstimate = managed.update('updateEstimate', {
  sdk: 'estimates.update',
  summary: 'Change an estimate that is not decided',
  description:
    'A sent estimate becomes a draft again, so the customer never accepts what they have not seen. It keeps its number. If only `validUntil` changes, it stays sent.',
  headers: ifMatch,
  body: UpdateEstimate,
  errors: [...draftErrors, 'estimate_closed', 'precondition_failed'],
  example: {
    body: { lineItems: [{ description: 'Wedding cake', quantity: 1, unitAmountCents: 42_000 }] },
  },
})

export const deleteEstimate = managed.delete('deleteEstimate', {
  sdk: 'estimates.delete',
  summary: 'Delete an estimate that is not decided',
  headers: ifMatch,
  errors: ['estimate_closed', 'precondition_failed'],
  example: { params: { id: '{unwanted.id}' } },
})

export const sendEstimate = managed.action('sendEstimate', 'send', {
  sdk: 'estimates.send',
  summary: 'Mail an estimate to its customer',
  description:
    'Gives the estimate its number when it is first sent. The mail has the PDF and a button to the page where the customer accepts. At most ten mails in 24 hours. Repeating the request with the same `Idempotency-Key` sends one email.',
  body: SendInvoice,
  bodyOptional: true,
  idempotent: true,
  errors: ['estimate_closed', 'negative_total', 'sender_not_verified', 'mail_limit'],
})

export const previewEstimateMail = managed.one.post('previewEstimateMail', '/send/preview', {
  sdk: 'estimates.previewMail',
  summary: 'The mail that sending the estimate would send',
  description: 'Sends nothing. The number of an estimate that was never sent is shown as `…`.',
  body: SendInvoice,
  bodyOptional: true,
  responses: ok('The mail', EstimateMailPreview),
  errors: ['estimate_closed'],
  example: { body: { message: 'As discussed.' } },
})

export const invoiceEstimate = estimates.admin.post(
  'invoiceEstimate',
  '/api/estimates/{id}/invoice',
  {
    sdk: 'estimates.invoice',
    summary: 'Turn an estimate into a draft invoice',
    description: 'Possible once, and not after the customer declined.',
    params: byId,
    idempotent: true,
    responses: created('The draft invoice', Invoice, { Location: 'Its address' }),
    errors: ['estimate_closed', 'currency_mismatch', 'amount_too_large', 'too_many_lines'],
  },
)

export const getEstimatePdf = shown.one.get('getEstimatePdf', '/pdf', {
  sdk: 'estimates.pdf',
  summary: 'A sent estimate as a PDF',
  responses: file('The PDF', 'application/pdf'),
  errors: ['estimate_not_sent'],
})
