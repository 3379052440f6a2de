import type { WorkflowItem } from '@atrium/contracts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeModel } from '../../../test/fake-model.ts'
import { runNode } from '../../../test/run-node.ts'

const model = await startFakeModel()
afterAll(() => model.stop())
beforeEach(() => {
  model.calls.length = 0
})
const run = (
  type: string,
  items: readonly WorkflowItem[],
  options: Parameters<typeof runNode>[2] = {},
) => runNode(type, items, { ...options, ports: { models: model.port, ...options.ports } })

describe('collect_invoices', () => {
  const invoice: WorkflowItem = {
    externalId: 'sure',
    json: {
      title: 'Invoice 2026-117',
      rawContent: 'Total 120.00 EUR, VAT included',
      attachments: [
        {
          name: 'invoice.pdf',
          contentType: 'application/pdf',
          text: 'Invoice No 2026-117 Total 120.00 EUR',
        },
      ],
    },
  }
  const doubtful: WorkflowItem = {
    externalId: 'maybe',
    json: { title: 'Your receipt', rawContent: 'Thank you. 12.00 EUR, order R-4711' },
  }
  const other: WorkflowItem = { externalId: 'no', json: { title: 'Hello', rawContent: 'Lunch?' } }

  it('asks the model only when the gate finds a message ambiguous', async () => {
    model.rule(() => ({ object: { invoice: true, reason: 'A receipt', number: 'R-4711' } }))
    const { outputs } = await run('collect_invoices', [invoice, doubtful, other])
    expect(model.calls).toHaveLength(1)
    expect(outputs['invoices']?.map(({ externalId }) => externalId)).toEqual(['sure', 'maybe'])
    expect(outputs['invoices']?.[1]?.json['invoice']).toMatchObject({ number: 'R-4711' })
    expect(outputs['rejected']).toHaveLength(1)
  })

  it('ignores a number if the message does not contain it', async () => {
    model.rule(() => ({ object: { invoice: true, reason: '', number: 'R-9999' } }))
    const { outputs } = await run('collect_invoices', [doubtful])
    expect(outputs['invoices']?.[0]?.json['invoice']).toMatchObject({ number: null })
  })

  it('decides by its gate alone if there is no model, and leaves a failed decision to the next run', async () => {
    const closed = await run('collect_invoices', [doubtful], { ports: { models: null } })
    expect(closed.outputs['rejected']).toHaveLength(1)
    model.rule(() => ({ fail: 'no_model' }))
    const none = await run('collect_invoices', [doubtful, invoice], {
      params: { doubtful: 'invoices' },
    })
    expect(none.outcome.status).toBe('completed')
    expect(none.outputs['invoices']).toHaveLength(2)
    model.rule(() => ({ fail: 'provider_refused', message: 'No' }))
    const failed = await run('collect_invoices', [doubtful, invoice])
    expect(failed.outputs).toMatchObject({ invoices: [{ externalId: 'sure' }], rejected: [] })
    model.rule(() => ({ fail: 'credits_exhausted', message: 'Used up' }))
    expect((await run('collect_invoices', [doubtful])).record?.fix?.href).toBe('/settings/billing')
  })
})
