import { z } from 'zod'
import { ActivityEntry } from '../activity/activity.ts'
import { defineRpc } from '../core/messages.ts'
import { orgRoles } from '../core/principal.ts'
import { named } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { AttentionItem, OverviewCaller } from './attention.ts'

const cents = z.number().int()

export const MoneyFigures = named('MoneyFigures', {
  currency: z.string().describe('The ISO 4217 code of the currency with the most invoices.'),
  openCents: cents.describe('What customers still have to pay, in minor units.'),
  overdueCents: cents.describe('The part of `openCents` that is past its due date.'),
  paidThisMonthCents: cents.describe(
    'What was paid since the first day of this month in the organisation’s time zone, in minor units.',
  ),
})
export type MoneyFigures = z.infer<typeof MoneyFigures>

// One RPC for each service, so that opening Home costs each service one request.
const defineOverview = <const S extends string, const F extends z.ZodRawShape>(
  service: S,
  facts: F,
) =>
  defineRpc({
    subject: `${service}.overview`,
    description: `What Home shows of the ${service} service: the records that wait for this member, and figures`,
    input: z.object(OverviewCaller),
    output: z.object({ items: z.array(AttentionItem), ...facts }),
    timeoutMs: 2_000,
  })

export const BoardOverview = defineOverview('board', {
  /** Approved posts that are due within seven days. */
  postsNextWeek: z.number().int(),
  hasCard: z.boolean(),
  hasPost: z.boolean(),
})
export const ConnectOverview = defineOverview('connect', { hasAccount: z.boolean() })
export const InvoicingOverview = defineOverview('invoicing', {
  money: MoneyFigures,
  isSetUp: z.boolean(),
  hasIssuedInvoice: z.boolean(),
})
export const WorkflowOverview = defineOverview('workflow', { hasActiveWorkflow: z.boolean() })
export const IdentityOverview = defineRpc({
  subject: 'identity.overview',
  description: 'What Home shows of the identity service: recent activity and the number of members',
  input: z.object({ ...OverviewCaller, role: z.enum(orgRoles) }),
  output: z.object({ activity: z.array(ActivityEntry), members: z.number().int() }),
  timeoutMs: 2_000,
})

const step = (done: string) =>
  z.boolean().nullable().describe(`True if ${done}. Null if the service does not respond.`)

export const getOverview = tagged('Platform').org.get('getOverview', '/api/overview', {
  sdk: 'overview',
  summary: 'Figures, what needs the caller’s attention, first steps and recent activity',
  description: 'A service that does not respond within two seconds is listed in `unavailable`.',
  responses: ok(
    'The overview',
    z
      .object({
        money: MoneyFigures.nullable().describe(
          'Open, overdue and paid amounts. Null if invoicing does not respond.',
        ),
        postsNextWeek: z
          .number()
          .int()
          .nullable()
          .describe(
            'The number of approved posts that are due within seven days. Null if the board does not respond.',
          ),
        items: z.array(AttentionItem).describe('One item per kind of record, most severe first.'),
        steps: z
          .object({
            invoicing: step('invoices can be issued'),
            invoice: step('an invoice was issued'),
            account: step('an account is connected'),
            post: step('there is a post'),
            card: step('there is a card'),
            workflow: step('a workflow is active'),
            colleague: step('the organisation has more than one member'),
          })
          .describe('The first steps that the organisation has done.'),
        activity: z
          .array(ActivityEntry)
          .nullable()
          .describe(
            'The newest entries of the recent activity without sign-ins, at most 12. Null if identity does not respond.',
          ),
        unavailable: z
          .array(z.string())
          .describe('The services that did not respond in time. Their records are missing.'),
      })
      .meta({ id: 'Overview' }),
  ),
})
