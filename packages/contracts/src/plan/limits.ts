import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { ok, tagged } from '../core/tagged.ts'
import { planErrors } from '../errors/invoicing.ts'

export const plans = ['free', 'pro'] as const
export type Plan = (typeof plans)[number]

/**
 * An organisation's limited resources. `storageBytes` is in bytes, and `runsPerMonth` counts per
 * calendar month (UTC).
 */
export const planResources = [
  'members',
  'activeWorkflows',
  'channels',
  'storageBytes',
  'runsPerMonth',
] as const
export type PlanResource = (typeof planResources)[number]

const most = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const resources = z.enum(planResources)

/** The operator's `PLAN_LIMITS`. A resource without a number is unlimited in that plan. */
export const PlanLimits = z.partialRecord(z.enum(plans), z.partialRecord(resources, most))
export type PlanLimits = z.infer<typeof PlanLimits>

export const PlanLimitsOf = defineRpc({
  subject: 'invoicing.plan-limits',
  description: 'The plan of an org and its limits; a resource that is absent has none',
  input: z.object({ orgId: z.string().min(1).max(200) }),
  output: z.object({ plan: z.enum(plans), limits: z.partialRecord(resources, most) }),
  timeoutMs: 2_000,
})

export type OrgPlan = z.output<typeof PlanLimitsOf.output>

const names: Readonly<Record<PlanResource, string>> = {
  members: 'members',
  activeWorkflows: 'active workflows',
  channels: 'channels',
  storageBytes: 'bytes of storage',
  runsPerMonth: 'runs a month',
}

/** Returns the message for a request beyond a plan limit. */
export const planRefusal = ({ plan, limits }: OrgPlan, resource: PlanResource): string =>
  `The plan ${plan} allows ${limits[resource] ?? 0} ${names[resource]}; the billing page shows the plans`

/** Checks that the plan has room for `adding` more. Throws `plan_limit` (402). */
export function requirePlanRoom(
  plan: OrgPlan,
  resource: PlanResource,
  used: number,
  adding: number,
): void {
  const limit = plan.limits[resource]
  if (limit === undefined || used + adding <= limit) return
  throw planErrors.plan_limit({ message: planRefusal(plan, resource) })
}

const defineUsage = <const S extends string>(service: S) =>
  defineRpc({
    subject: `${service}.plan-usage`,
    description: `How many of the limited resources of the ${service} service an org has`,
    input: z.object({ orgId: z.string() }),
    output: z.object({ used: z.partialRecord(resources, z.number().int()) }),
    timeoutMs: 2_000,
  })

export const IdentityPlanUsage = defineUsage('identity')
export const AssetsPlanUsage = defineUsage('assets')
export const ConnectPlanUsage = defineUsage('connect')
export const WorkflowPlanUsage = defineUsage('workflow')

export const getPlan = tagged('Entitlements').org.get('getPlan', '/api/plan', {
  sdk: 'plan',
  summary: 'The organisation’s plan, and how much of its limits is used',
  responses: ok(
    'One entry per resource',
    z
      .object({
        plan: z.enum(plans).describe('The organisation’s plan.'),
        resources: z
          .array(
            z.object({
              resource: resources.describe(
                'The resource. `runsPerMonth` counts the calendar month (UTC).',
              ),
              used: z
                .number()
                .int()
                .nullable()
                .describe('The amount in use. Null if the resource’s service does not respond.'),
              limit: z
                .number()
                .int()
                .nullable()
                .describe('The plan’s limit. Null if there is none.'),
            }),
          )
          .describe('One entry per resource.'),
      })
      .meta({ id: 'PlanUsage' }),
  ),
})
