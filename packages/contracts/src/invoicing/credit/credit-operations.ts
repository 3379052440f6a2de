import { z } from 'zod'
import { CreatedAt, Moment, named, nextCursor, pageQuery } from '../../core/schemas.ts'
import { ok, tagged } from '../../core/tagged.ts'
import { PublicOffer } from '../offers.ts'
import { operatorCheckout } from '../payments.ts'

const credits = tagged('Credits')
const whole = z.number().int()

/** An entry in a user's credit ledger. Entries never change. */
export const CreditTransaction = named('CreditTransaction', {
  id: z.string().describe('The entry’s id in the caller’s ledger.'),
  kind: z
    .enum(['topup', 'grant', 'usage', 'refund'])
    .describe(
      'Why the credits changed. `refund` returns a charge, or takes back the credits of a refunded top-up.',
    ),
  credits: whole.describe('The change in credits. Negative for usage.'),
  balance: whole.describe('The balance after the change.'),
  reference: z
    .string()
    .nullable()
    .describe('The run, or the reservation of a request. Null for other changes.'),
  description: z.string().describe('The reason in words.'),
  createdAt: CreatedAt,
})

export const getCredits = credits.user.get('getCredits', '/api/credits', {
  sdk: 'credits.get',
  summary: 'The caller’s credits, a page of transactions, newest first, and the top-ups on sale',
  description:
    '`cursor` continues after the page that returned it as `next`, and `offset` counts from there. New entries do not shift pages.',
  query: z.object({
    ...pageQuery,
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'This page link is no longer valid. Open the list again.')
      .optional()
      .describe('The `next` value of the previous page.'),
  }),
  responses: ok(
    'The balance',
    z.object({
      balance: whole.describe('The caller’s credits, including reserved ones.'),
      reserved: whole.describe(
        'The credits that running calls have reserved. They are part of the balance.',
      ),
      metered: z.boolean().describe('False if nothing is charged and managed models are off.'),
      transactions: z
        .array(CreditTransaction)
        .describe('A page of the ledger, newest entry first.'),
      total: whole.describe('The number of records on all pages.'),
      limit: whole.describe('The page size that was applied.'),
      offset: whole.describe('The number of records before this page.'),
      next: nextCursor,
      topups: z.array(PublicOffer).describe('The top-ups on sale.'),
    }),
  ),
  example: { query: { limit: 10 } },
})

export const checkoutCredits = credits.org.post('checkoutCredits', '/api/credits/checkout', {
  ...operatorCheckout,
  sdk: 'credits.checkout',
  summary: 'Start buying credits',
  description: 'One of the `topups` of `GET /api/credits`. The credits are added after payment.',
  errors: ['not_configured', 'offer_invalid', 'amount_not_chargeable', 'processor_refused'],
  example: { body: { offerSlug: 'credits-10' } },
})

export const getCreditSpend = credits.org.get('getCreditSpend', '/api/credits/spend', {
  sdk: 'credits.spend',
  summary: 'The credits charged to the organisation, by workflow, run, node, model or day (UTC)',
  description:
    'Most expensive first. Without `from`, the calendar month (UTC). With `runId`, the whole run.',
  query: z.object({
    by: z
      .enum(['workflow', 'run', 'node', 'model', 'day'])
      .default('workflow')
      .describe('What the totals are grouped by.'),
    workflowId: z.string().max(200).optional().describe('The workflow’s id.'),
    runId: z.string().max(200).optional().describe('The run’s id.'),
    from: Moment.optional().describe('The earliest time or day.'),
    to: Moment.optional().describe('The latest time or day.'),
    ...pageQuery,
  }),
  responses: ok(
    'The charged credits',
    z.object({
      credits: whole.describe('The credits of all entries, including those on other pages.'),
      items: z
        .array(
          z.object({
            key: z
              .string()
              .nullable()
              .describe('The id that the totals are grouped by. Null for calls that have none.'),
            credits: whole.describe('The charged credits.'),
            calls: whole.describe('The number of charged calls.'),
          }),
        )
        .describe('One entry per key, most expensive first.'),
      total: whole.describe('The number of records on all pages.'),
      limit: whole.describe('The page size that was applied.'),
      offset: whole.describe('The number of records before this page.'),
    }),
  ),
  example: { query: { by: 'model', limit: 10 } },
})

export const CreditEstimate = named('CreditEstimate', {
  runs: whole.describe('The number of recent charged runs behind these figures, at most 20.'),
  typicalCredits: whole
    .nullable()
    .describe('The median credits of a run. Null without such a run.'),
  highestCredits: whole
    .nullable()
    .describe('The most credits that one of these runs took. Null without such a run.'),
  available: whole.describe('The caller’s credits without reserved ones.'),
  monthLeft: whole
    .nullable()
    .describe('What the spending limits leave this month, in credits. Null without a limit.'),
  covered: z
    .boolean()
    .nullable()
    .describe('True if the most expensive run fits into both. Null without figures.'),
})
export type CreditEstimate = z.infer<typeof CreditEstimate>

export const estimateCredits = credits.org.get('estimateCredits', '/api/credits/estimate', {
  sdk: 'credits.estimate',
  summary: 'The credits that the next run of a workflow will need, estimated from earlier runs',
  query: z.object({ workflowId: z.string().min(1).max(200).describe('The workflow’s id.') }),
  responses: ok('The estimate', CreditEstimate),
  example: { query: { workflowId: '{workflow.id}' } },
})

const WorkflowId = z.string().regex(/^[\w:-]{1,200}$/, 'Choose a workflow')
const MonthlyCredits = whole.min(0).max(1_000_000_000)

/** The organisation's credit limits per calendar month (UTC). Null means no limit. */
export const CreditLimits = named('CreditLimits', {
  monthlyCredits: MonthlyCredits.nullable().describe(
    'The organisation’s monthly limit in credits.',
  ),
  workflowMonthlyCredits: MonthlyCredits.nullable().describe(
    'The monthly limit in credits for each workflow without its own.',
  ),
  workflows: z
    .array(
      z.strictObject({
        workflowId: WorkflowId.describe('The workflow’s id.'),
        monthlyCredits: MonthlyCredits.describe(
          'The credits that the workflow may use in a calendar month (UTC).',
        ),
      }),
    )
    .max(500)
    .refine(
      (all) => new Set(all.map(({ workflowId }) => workflowId)).size === all.length,
      'A workflow can have only one limit',
    )
    .describe('The workflows with their own limit, at most 500.'),
})
export type CreditLimits = z.infer<typeof CreditLimits>

const ShownLimits = z.object({
  ...CreditLimits.shape,
  usedCredits: whole.describe('The credits charged and reserved this month.'),
})

export const getCreditLimits = credits.org.get('getCreditLimits', '/api/credits/limits', {
  sdk: 'credits.limits',
  summary: 'The organisation’s spending limits and their use this month',
  responses: ok('The limits', ShownLimits),
})

export const putCreditLimits = credits.admin.put('putCreditLimits', '/api/credits/limits', {
  sdk: 'credits.setLimits',
  summary: 'Set the organisation’s spending limits',
  body: z.strictObject(CreditLimits.shape),
  responses: ok('The limits', ShownLimits),
  example: { body: { monthlyCredits: 5_000, workflowMonthlyCredits: 1_000, workflows: [] } },
})
