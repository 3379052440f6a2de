import { z } from 'zod'
import { ActivityEntry } from '../activity/activity.ts'
import { defineRpc } from '../core/messages.ts'
import { orgRoles } from '../core/principal.ts'
import { named } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { UserSettings } from '../identity/settings.ts'
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
  hasAccounting: z.boolean().optional(),
})
export const WorkflowOverview = defineOverview('workflow', {
  hasActiveWorkflow: z.boolean(),
  hasApproval: z.boolean().optional(),
  hasAgentRun: z.boolean().optional(),
})

const { theme, locale } = UserSettings.shape
/** What the frame of every page shows of the user. */
const Viewer = z.object({
  unread: z.number().int().describe('How many notifications are unread.'),
  emailVerified: z.boolean().describe('True if the user has confirmed the login’s address.'),
  theme,
  locale,
})

export const IdentityOverview = defineRpc({
  subject: 'identity.overview',
  description:
    'What Home shows of the identity service: recent activity, the number of members, and the user’s unread notifications, theme and language',
  input: z.object({ ...OverviewCaller, role: z.enum(orgRoles) }),
  output: z.object({
    activity: z.array(ActivityEntry),
    members: z.number().int(),
    viewer: Viewer.optional(),
  }),
  timeoutMs: 2_000,
})

const isTrue = (what: string) =>
  z.boolean().nullable().describe(`True if ${what}. Null if the service does not respond.`)

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
            invoicing: isTrue('invoices can be issued'),
            invoice: isTrue('an invoice was issued'),
            account: isTrue('an account is connected'),
            post: isTrue('there is a post'),
            card: isTrue('there is a card'),
            workflow: isTrue('a workflow is active'),
            colleague: isTrue('the organisation has more than one member'),
          })
          .describe('The first steps that the organisation has done.'),
        activity: z
          .array(ActivityEntry)
          .nullable()
          .describe(
            'The newest entries of the recent activity without sign-ins, at most 12. Null if identity does not respond.',
          ),
        viewer: Viewer.nullable().describe(
          'What the frame of every page shows of the user. Null if identity does not respond.',
        ),
        menu: z
          .object({
            accounting: isTrue('the deployment has accounting'),
            approvals: isTrue('there is an approval for the caller or from the caller’s workflows'),
            agentTasks: isTrue('the caller has an agent task'),
          })
          .describe('The pages that the menu shows only if there is something on them.'),
        unavailable: z
          .array(z.string())
          .describe('The services that did not respond in time. Their records are missing.'),
      })
      .meta({ id: 'Overview' }),
  ),
})
