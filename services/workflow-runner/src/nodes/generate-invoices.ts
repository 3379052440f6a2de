import { z } from 'zod'
import { NodeError } from '../engine/index.ts'
import { defineNode } from './define-node.ts'

export const generateInvoices = defineNode({
  type: 'generate_invoices',
  label: 'Generate invoices',
  description: 'Bills every recurring schedule of the org that is due',
  category: 'act',
  params: z.object({}),
  emits: ['claimed', 'finalized', 'failed'],
  issuesMoney: true,
  available: (ports) => ports.generateInvoices !== null,
  async execute(_items, _params, context) {
    if (context.ports.generateInvoices === null) throw new NodeError('The invoicing service does not answer')
    // The platform's own daily schedule has no org and bills for all; a workflow of an org bills for that org.
    const whose = context.orgId === null ? {} : { orgId: context.orgId }
    const sum = { claimed: 0, finalized: 0, failed: 0 }
    let remaining = true
    while (remaining && !context.signal.aborted) {
      const round = await context.ports.generateInvoices({ limit: 500, ...whose }, context.signal)
      sum.claimed += round.claimed
      sum.finalized += round.finalized
      sum.failed += round.failed
      remaining = round.remaining
      // A round without a claim is the last: another run holds the rest.
      if (round.claimed === 0) break
    }
    const counts = `${sum.claimed} claimed, ${sum.finalized} finalized, ${sum.failed} failed`
    const message = remaining ? `${counts}, and some are still due` : counts
    return { outputs: { main: [{ json: { ...sum } }] }, message, incomplete: remaining }
  },
})
