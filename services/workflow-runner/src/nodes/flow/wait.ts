import { longestWait, waitProblems, waitUnits } from '@atrium/workflow-rules'
import { z } from 'zod'
import { asMoment, NodeError } from '../../engine/index.ts'
import { actedResult, attemptItems } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'

const Params = z.object({
  amount: z.number().min(0).max(7_776_000).default(1).describe('How long to wait, in the unit'),
  unit: z
    .enum(['seconds', 'minutes', 'hours', 'days'])
    .default('hours')
    .describe('The unit of the amount'),
  until: z
    .string()
    .max(100)
    .optional()
    .describe(
      'A moment such as 2026-05-01T09:00:00Z instead of an amount. The latest of all items counts',
    ),
})

function toMoment(params: z.output<typeof Params>, now: number): number {
  if (params.until === undefined) return now + params.amount * waitUnits[params.unit]
  const moment = asMoment(params.until)
  if (moment === undefined)
    throw new NodeError(
      `Parameter "until": "${params.until}" is not a date and time. Use a form such as 2026-03-01T09:00:00Z.`,
    )
  return moment
}

export const wait = defineNode({
  type: 'wait',
  label: 'Wait',
  description: 'Passes the items after some time, up to 90 days. The run waits in the meantime',
  category: 'act',
  keywords: ['delay', 'sleep', 'pause', 'later', 'days', 'hours', 'timer'],
  params: Params,
  // The call itself only reads the clock. The run is parked while it waits.
  instant: true,
  check: waitProblems,
  async execute(items, _params, context) {
    if (items.length === 0) return { outputs: { main: items } }
    const now = context.now()
    // The call after the wait finds the same refusals, because items and parameters have not
    // changed.
    const { results, refusals } = await attemptItems(items, context, (_item, _at, params) =>
      toMoment(params, now),
    )
    const moments = results.filter((moment) => moment !== undefined)
    const until = moments.reduce((latest, moment) => Math.max(latest, moment), now)
    if (context.parked !== null || until <= now) {
      const main = items.filter((_, at) => results[at] !== undefined)
      return actedResult(main, refusals, { count: items.length })
    }
    if (until - now > longestWait.millis) throw new NodeError(longestWait.message)
    return { park: { until, message: `Waits until ${new Date(until).toISOString()}` } }
  },
})
