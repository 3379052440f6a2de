import { z } from 'zod'
import { Moment, named, nextCursor, pageQuery, Timestamp } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { PublicOffer } from './offers.ts'
import { operatorCheckout } from './payments.ts'

const credits = tagged('Credits')
const whole = z.number().int()

/** An entry in a user's credit ledger. Entries never change. */
export const CreditTransaction = named('CreditTransaction', {
  id: z.string(),
  kind: z.enum(['topup', 'grant', 'usage', 'refund']),
  credits: whole.describe('The change, negative for usage'),
  balance: whole.describe('The balance after it'),
  reference: z
    .string()
    .nullable()
    .describe('The run, or the reservation of a request; null for others'),
  description: z.string(),
  createdAt: Timestamp,
})

export const getCredits = credits.user.get('getCredits', '/api/credits', {
  sdk: 'credits.get',
  summary:
    'The credits of the caller, a page of the transactions, newest first, and the top-ups on sale',
  description:
    '`cursor` goes on after the page that answered it as `next`; `offset` counts from there. New entries move nothing.',
  query: z.object({
    ...pageQuery,
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'Not a cursor of this list')
      .optional(),
  }),
  responses: ok(
    'The balance',
    z.object({
      balance: whole,
      reserved: whole.describe('Held by calls that run; part of the balance'),
      metered: z.boolean().describe('False: nothing is charged, and managed models are off'),
      transactions: z.array(CreditTransaction),
      total: whole,
      limit: whole,
      offset: whole,
      next: nextCursor,
      topups: z.array(PublicOffer),
    }),
  ),
})

export const checkoutCredits = credits.org.post('checkoutCredits', '/api/credits/checkout', {
  ...operatorCheckout,
  sdk: 'credits.checkout',
  summary: 'Begin to buy credits',
  description: 'One of `topups` of `GET /api/credits`. The credits come once it is paid.',
  errors: ['not_configured', 'offer_invalid', 'amount_not_chargeable', 'processor_refused'],
})

export const getCreditSpend = credits.org.get('getCreditSpend', '/api/credits/spend', {
  sdk: 'credits.spend',
  summary:
    'The credits that the organisation was charged, by workflow, run, node, model or day (UTC)',
  description:
    'Without `from` the calendar month (UTC); with `runId` the whole run. The most expensive first.',
  query: z.object({
    by: z.enum(['workflow', 'run', 'node', 'model', 'day']).default('workflow'),
    workflowId: z.string().max(200).optional(),
    runId: z.string().max(200).optional(),
    from: Moment.optional(),
    to: Moment.optional(),
    ...pageQuery,
  }),
  responses: ok(
    'The spend',
    z.object({
      credits: whole.describe('Of all items, those of other pages included'),
      items: z.array(
        z.object({
          key: z.string().nullable().describe('Null for calls outside of it'),
          credits: whole,
          calls: whole,
        }),
      ),
      total: whole,
      limit: whole,
      offset: whole,
    }),
  ),
})

export const CreditEstimate = named('CreditEstimate', {
  runs: whole.describe('The latest runs with a charge that the figures come from, at most 20'),
  typicalCredits: whole.nullable().describe('The median of a run; null without such a run'),
  highestCredits: whole.nullable(),
  available: whole.describe('The credits of the caller without reservations'),
  monthLeft: whole.nullable().describe('The rest under the spending limits; null without one'),
  covered: z
    .boolean()
    .nullable()
    .describe('Whether the highest run fits into both; null without figures'),
})
export type CreditEstimate = z.infer<typeof CreditEstimate>

export const estimateCredits = credits.org.get('estimateCredits', '/api/credits/estimate', {
  sdk: 'credits.estimate',
  summary: 'The credits that the next run of a workflow takes by its earlier runs',
  query: z.object({ workflowId: z.string().min(1).max(200) }),
  responses: ok('The estimate', CreditEstimate),
})

const WorkflowId = z.string().regex(/^[\w:-]{1,200}$/, 'Not the id of a workflow')
const MonthlyCredits = whole.min(0).max(1_000_000_000)

/** The credits that an organisation may use per calendar month (UTC). Null means no limit. */
export const CreditLimits = named('CreditLimits', {
  monthlyCredits: MonthlyCredits.nullable().describe('Of the whole organisation'),
  workflowMonthlyCredits: MonthlyCredits.nullable().describe(
    'Of each workflow without a limit of its own',
  ),
  workflows: z
    .array(z.strictObject({ workflowId: WorkflowId, monthlyCredits: MonthlyCredits }))
    .max(500)
    .refine(
      (all) => new Set(all.map(({ workflowId }) => workflowId)).size === all.length,
      'A workflow has one limit',
    ),
})
export type CreditLimits = z.infer<typeof CreditLimits>

const ShownLimits = z.object({
  ...CreditLimits.shape,
  usedCredits: whole.describe('Charged and reserved in this month'),
})

export const getCreditLimits = credits.org.get('getCreditLimits', '/api/credits/limits', {
  sdk: 'credits.limits',
  summary: 'The spending limits of the organisation and their use in this month',
  responses: ok('The limits', ShownLimits),
})

export const putCreditLimits = credits.admin.put('putCreditLimits', '/api/credits/limits', {
  sdk: 'credits.setLimits',
  summary: 'Set the spending limits of the organisation',
  body: z.strictObject(CreditLimits.shape),
  responses: ok('The limits', ShownLimits),
})
