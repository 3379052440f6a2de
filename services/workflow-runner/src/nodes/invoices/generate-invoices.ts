import { failuresAtMost, type GenerateInvoices } from '@atrium/contracts'
import { z } from 'zod'
import { defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'

type Failure = z.output<typeof GenerateInvoices.output>['failures'][number]

const namedAtMost = 5
const named = ({ description, period, reason }: Failure): string =>
  `${description.slice(0, 80)}, ${period.slice(0, 10)}: ${reason}`

export const generateInvoices = defineNode({
  type: 'generate_invoices',
  label: 'Generate invoices',
  description: 'Bills every subscription of the organisation that is due',
  category: 'act',
  keywords: ['invoice', 'bill', 'billing', 'subscription', 'recurring', 'money'],
  params: z.object({}),
  emits: emitted({
    claimed: field.number('Due subscriptions', 3),
    finalized: field.number('Issued invoices', 2),
    failed: field.number('Failed', 1),
    failures: field.list('Failures', [
      {
        description: 'Bread for a year',
        period: '2026-05-01',
        reason: 'The customer has no address',
      },
    ]),
  }),
  issuesMoney: true,
  needs: ['generateInvoices'],
  async execute(_items, _params, context) {
    // The platform's daily schedule has no organisation and bills for all of them.
    const whose = context.orgId === null ? {} : { orgId: context.orgId }
    const sum = { claimed: 0, finalized: 0, failed: 0 }
    const failures: Failure[] = []
    let remaining = true
    while (remaining && !context.signal.aborted) {
      const round = await context.ports.generateInvoices({ limit: 500, ...whose }, context.signal)
      sum.claimed += round.claimed
      sum.finalized += round.finalized
      sum.failed += round.failed
      failures.push(...round.failures.slice(0, failuresAtMost - failures.length))
      remaining = round.remaining
      // If a round claims nothing, another run holds the remaining schedules.
      if (round.claimed === 0) break
    }
    const counts = `${sum.claimed} claimed, ${sum.finalized} finalized, ${sum.failed} failed`
    const message = [counts, ...failures.slice(0, namedAtMost).map(named)].join('; ')
    return {
      outputs: { main: [{ json: { ...sum, failures } }] },
      message: remaining ? `${message}, and some are still due` : message,
      incomplete: remaining,
    }
  },
})
