import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { defineNode } from './define-node.ts'
import { invoiceGate } from './invoice-gate.ts'

export const collectInvoices = defineNode({
  type: 'collect_invoices',
  label: 'Collect invoices',
  description: 'Tells invoices and receipts from other mail and files, by their words, names and figures',
  category: 'decide',
  mode: 'hybrid',
  outputs: ['invoices', 'rejected'],
  params: z.object({
    doubtful: z
      .enum(['invoices', 'rejected'])
      .default('rejected')
      .describe('The output of a message that the words alone do not decide'),
  }),
  emits: ['invoice', 'score', 'signals'],
  async execute(items, _params, context) {
    const outputs: Record<'invoices' | 'rejected', WorkflowItem[]> = { invoices: [], rejected: [] }
    const signalSamples: unknown[] = []
    let doubtful = 0
    for (const [at, item] of items.entries()) {
      if (context.due()) await context.yield()
      const { verdict, score, signals, invoice } = invoiceGate(item)
      if (verdict === 'ambiguous') doubtful += 1
      const output =
        verdict === 'ambiguous'
          ? context.paramsFor(at).doubtful
          : verdict === 'invoice'
            ? 'invoices'
            : 'rejected'
      outputs[output].push(context.derive(item, { json: { ...item.json, invoice, score, signals } }))
      if (signalSamples.length < 100)
        signalSamples.push({ item: item.externalId ?? at, verdict, score, signals })
    }
    return {
      outputs,
      signalSamples,
      message: `${outputs.invoices.length} invoices, ${outputs.rejected.length} others${doubtful > 0 ? `, ${doubtful} of them doubtful` : ''}`,
    }
  },
})
