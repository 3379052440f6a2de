import { z } from 'zod'
import { NodeError } from '../engine/index.ts'
import { defineNode } from './define-node.ts'

export const generateInvoices = defineNode({
  type: 'generate_invoices',
  label: 'Generate invoices',
  description: 'Bills every recurring schedule that is due',
  category: 'act',
  mode: 'deterministic',
  outputs: ['main'],
  params: z.object({}),
  emits: ['claimed', 'finalized', 'failed'],
  skillable: false,
  available: (ports) => ports.generateInvoices !== null,
  async execute(_items, _params, context) {
    if (context.ports.generateInvoices === null) throw new NodeError('The invoicing service does not answer')
    // It bills for every org at once, so only the platform's own schedule may call it.
    if (context.orgId !== null) throw new NodeError('Only the platform itself generates invoices')
    const sum = { claimed: 0, finalized: 0, failed: 0 }
    for (let more = true; more && !context.signal.aborted; ) {
      const round = await context.ports.generateInvoices({ limit: 500 })
      sum.claimed += round.claimed
      sum.finalized += round.finalized
      sum.failed += round.failed
      more = round.remaining
    }
    const message = `${sum.claimed} claimed, ${sum.finalized} finalized, ${sum.failed} failed`
    return { outputs: { main: [{ json: { ...sum } }] }, message }
  },
})
