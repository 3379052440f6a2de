import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { createItemAsker } from '../../models/ask-items.ts'
import { judgedResult, judgeItems, leftOut, toRefusal } from '../../models/each-item.ts'
import { createGrounds, type Grounds } from '../../models/grounding.ts'
import { groundsOfItem } from '../../models/item-text.ts'
import { isWithoutModel } from '../../models/model-error.ts'
import { modelParams } from '../../models/model-params.ts'
import { actedResult, attemptItems } from '../act-on-items.ts'
import { askingNode, defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'
import { type FoundInvoice, fileInvoices } from './file-invoices.ts'
import { type Gate, invoiceGate } from './invoice-gate.ts'

const Answer = z.strictObject({
  invoice: z
    .boolean()
    .describe('Whether the message is, or carries, an invoice or a receipt to be booked'),
  reason: z.string().max(500).describe('One sentence'),
  number: z.string().max(60).describe('The number of the invoice as it stands there; else empty'),
})

const task = [
  'You decide whether a message or a file is an invoice or a receipt that a bookkeeper needs.',
  'Offers, orders, reminders without the invoice, delivery notes and advertising are not.',
].join(' ')

type Output = 'invoices' | 'rejected'

export const collectInvoices = defineNode({
  type: 'collect_invoices',
  label: 'Collect invoices',
  description:
    'Finds invoices and receipts in mail and files by their words, names and figures. A model decides the rest. If accounting is on, they are filed as incoming documents',
  category: 'decide',
  keywords: [
    'invoice',
    'bill',
    'receipt',
    'supplier',
    'accounting',
    'bookkeeping',
    'expenses',
    'AI',
  ],
  ...askingNode,
  mode: 'hybrid',
  outputs: ['invoices', 'rejected'],
  params: z.object({
    ...modelParams('classification', 'What counts as an invoice for you'),
    useModel: z
      .boolean()
      .default(true)
      .describe('Asks a model about messages whose words do not suffice'),
    doubtful: z
      .enum(['invoices', 'rejected'])
      .default('rejected')
      .describe('The output for a message that neither its words nor a model can decide'),
  }),
  emits: emitted({
    invoice: field.object('Supplier invoice', {
      number: '2026-17',
      totalAmountCents: 12_000,
      currency: 'EUR',
      file: 'invoice.pdf',
    }),
    score: field.number('Certainty', 7),
    signals: field.list('Why it is an invoice', ['A PDF is attached', 'It names a total']),
  }),
  // The gate decides alone if there is no model, so the node is always available.
  available: () => true,
  async execute(items, params, context) {
    const { results: gates, refusals } = await attemptItems(
      items,
      context,
      (item, _at, { doubtful }) => ({
        ...invoiceGate(item),
        doubtful,
      }),
    )
    if (items.length > 0 && refusals.length === items.length)
      return actedResult([], refusals, { count: items.length })
    const doubtful = [...gates.keys()].filter((at) => gates[at]?.verdict === 'ambiguous')
    const asks = params.useModel && context.ports.models !== null && doubtful.length > 0
    const asker = asks ? createItemAsker(context, 'classify_item', 'classification') : undefined
    const judged = await judgeItems(
      asker === undefined ? [] : pickDoubtful(items, doubtful),
      context,
      async (item, place) => {
        const at = doubtful[place] ?? 0
        if (asker === undefined) throw new Error('No model is asked')
        const answer = await asker.ask(item, at, { task, answer: Answer, maxTokens: 400 })
        return {
          ...answer,
          number: statedNumber(answer.number, createGrounds(...groundsOfItem(item))),
        }
      },
      {
        prepare: (_item, place) => asker?.guidanceOf(doubtful[place] ?? 0),
        indexOf: (place) => doubtful[place] ?? place,
      },
    )
    const gateOnly =
      asker === undefined || (judged.ended !== undefined && isWithoutModel(judged.ended))
    const answers = new Map(doubtful.map((at, place) => [at, judged.results[place]]))
    const outputs: Record<Output, WorkflowItem[]> = { invoices: [], rejected: [] }
    const found: FoundInvoice[] = []
    const samples: unknown[] = []
    for (const [at, item] of items.entries()) {
      const gate = gates[at]
      if (gate === undefined) continue
      const answer = answers.get(at)
      const output = chooseOutput(gate, answer?.invoice, gateOnly ? gate.doubtful : undefined)
      const { verdict, score, signals } = gate
      samples.push({
        item: item.externalId ?? at,
        verdict,
        score,
        signals,
        ...(answer ? { reason: answer.reason } : {}),
      })
      if (output === undefined) continue
      const invoice = { ...gate.invoice, number: gate.invoice.number ?? answer?.number ?? null }
      if (output === 'invoices') found.push({ item, at, invoice })
      outputs[output].push(
        context.derive(item, { json: { ...item.json, invoice, score, signals } }),
      )
    }
    const filed = await fileInvoices(found, context)
    const counts = `${outputs.invoices.length} invoices, ${outputs.rejected.length} others`
    const alone = gateOnly && doubtful.length > 0 ? `, ${doubtful.length} of them doubtful` : ''
    const failures = [
      ...judged.failures.map((failure) => ({ ...failure, at: doubtful[failure.at] ?? failure.at })),
      ...refusals.map(({ at, ...problem }) => toRefusal(problem, items[at] ?? { json: {} }, at)),
    ].sort((a, b) => a.at - b.at)
    const ended = gateOnly ? undefined : judged.ended
    return judgedResult(
      { ...judged, failures, ended },
      {
        items,
        outputs,
        spend: asker?.spend(),
        notes: [counts + alone + (filed === undefined ? '' : `, ${filed} newly filed`)],
        samples,
        left: leftOut({ failures }),
      },
    )
  },
})

const pickDoubtful = (items: readonly WorkflowItem[], places: readonly number[]): WorkflowItem[] =>
  places.flatMap((at) => items[at] ?? [])

function chooseOutput(
  { verdict }: Gate,
  isInvoice: boolean | undefined,
  doubtful: Output | undefined,
) {
  if (verdict !== 'ambiguous') return verdict === 'invoice' ? 'invoices' : 'rejected'
  if (isInvoice !== undefined) return isInvoice ? 'invoices' : 'rejected'
  return doubtful
}

// If the message does not contain the number, the model made it up.
const statedNumber = (number: string, grounds: Grounds): string | null =>
  /\d/.test(number) && grounds.holds(number) ? number.trim() : null
