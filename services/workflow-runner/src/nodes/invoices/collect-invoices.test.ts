import { expectLinear } from '@atrium/testkit'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import { invoiceGate } from './invoice-gate.ts'

const mail = (title: string, rawContent = '', attachments: object[] = []) => ({
  json: { title, rawContent, attachments, contentType: 'message/rfc822' },
})
const pdf = (name: string, text: string) => ({ name, contentType: 'application/pdf', text })

const invoice = mail('Your invoice for March', 'Thank you for your order.', [
  pdf(
    'invoice-2026-017.pdf',
    'INVOICE\nInvoice no. 2026-017\nNet 100.00 EUR\nVAT 20%\nTotal 1.234,50 EUR',
  ),
])

describe('the gate', () => {
  it('accepts an invoice with its number and total, in several languages', () => {
    expect(invoiceGate(invoice)).toMatchObject({
      verdict: 'invoice',
      invoice: {
        number: '2026-017',
        totalAmountCents: 123_450,
        currency: 'EUR',
        file: 'invoice-2026-017.pdf',
      },
    })
    const german = mail('Ihre Rechnung', '', [
      pdf('RE_4711.pdf', 'Rechnung Nr. 4711\nMwSt 19%\nGesamtbetrag 59,90 €'),
    ])
    expect(invoiceGate(german)).toMatchObject({
      verdict: 'invoice',
      invoice: { number: '4711', totalAmountCents: 5_990, currency: 'EUR' },
    })
    const french = mail('Facture', '', [
      pdf('facture.pdf', 'FACTURE N° F2026/88\nTVA\nNet à payer 1 200,00 €'),
    ])
    expect(invoiceGate(french)).toMatchObject({
      verdict: 'invoice',
      invoice: { number: 'F2026/88', totalAmountCents: 120_000 },
    })
  })

  it('reads amounts with or without thousands separators', () => {
    const cents = Object.fromEntries(
      [
        '€1234.56',
        '1234,56 €',
        'USD 15000.00',
        '€ 1234567',
        '12\u202f345,00 €',
        "CHF 1'234.50",
        '7 EUR 8',
      ].map((text) => [
        text,
        invoiceGate(mail('Invoice', '', [pdf('a.pdf', `Total ${text}`)])).invoice.totalAmountCents,
      ]),
    )
    expect(cents).toEqual({
      '€1234.56': 123_456,
      '1234,56 €': 123_456,
      'USD 15000.00': 1_500_000,
      '€ 1234567': 123_456_700,
      '12\u202f345,00 €': 1_234_500,
      "CHF 1'234.50": 123_450,
      '7 EUR 8': 800,
    })
  })

  it('rejects other mail, offers and newsletters', () => {
    for (const other of [
      mail('Lunch on Friday?', 'See you'),
      mail('Our offer for the new oven', 'Total 900.00 EUR', [
        pdf('offer.pdf', 'Quotation\nTotal 900.00 EUR'),
      ]),
      mail('Save on every invoice this month', 'Only $ 9.99! Unsubscribe'),
    ]) {
      expect([other.json.title, invoiceGate(other).verdict]).toEqual([other.json.title, 'rejected'])
    }
  })

  it('does not decide if the words are ambiguous', () => {
    expect(
      invoiceGate(mail('Documents', 'Your invoice is attached', [pdf('scan.pdf', '')])).verdict,
    ).not.toBe('invoice')
  })

  it('runs in time linear in the text length', async () => {
    for (const piece of ['invoice ', 'invoice no.', '1 000 ', '€ 1', '1,1', 'total-']) {
      await expectLinear(piece, 2_000, (count) => {
        const item = mail(piece.repeat(count), piece.repeat(count), [
          pdf('a.pdf', piece.repeat(count)),
        ])
        return async () => void invoiceGate(item)
      })
    }
  })
})

describe('collect_invoices', () => {
  it('sends each message to one output, with its reasons', async () => {
    const flow = graph(
      [node('start', 'trigger.manual'), node('gate', 'collect_invoices')],
      [edge('start', 'gate')],
    )
    const items = [
      invoice,
      mail('Lunch?'),
      mail('Documents', 'Your invoice no. 2026-11 is attached: 5.00 EUR'),
    ]
    const { nodes } = await recordedRun(flow, { seeds: { start: items } })
    expect(nodes['gate']).toMatchObject({
      status: 'completed',
      message: '1 invoices, 2 others, 1 of them doubtful',
      outputs: { invoices: 1, rejected: 2 },
    })
    expect(nodes['gate']?.signalSamples).toHaveLength(3)
  })
})

describe('filing', () => {
  const flow = graph(
    [node('start', 'trigger.manual'), node('gate', 'collect_invoices')],
    [edge('start', 'gate')],
  )
  const run = async (enabled: boolean, json: object = {}, orgId: string | null = 'org_1') => {
    const calls: unknown[] = []
    const ports = {
      fileDocuments: async (input: { documents: unknown[] }) => {
        calls.push(input)
        return { enabled, filed: input.documents.length }
      },
    }
    const seeds = [
      {
        externalId: 'm1',
        source: { scheme: 'mailbox' },
        json: { ...invoice.json, from: 'Paper Ltd <bills@paper.example>', ...json },
      },
      mail('Hello'),
    ]
    const { nodes } = await recordedRun(flow, { ports, orgId, seeds: { start: seeds } })
    return { calls, gate: nodes['gate'] }
  }

  it('files invoices with their details, and counts the new ones', async () => {
    const { calls, gate } = await run(true, {
      date: '2026-03-02T10:00:00.000Z',
      url: 'https://mail.example/m1',
    })
    expect(calls).toMatchObject([
      {
        orgId: 'org_1',
        documents: [
          {
            source: 'mailbox',
            externalId: 'm1',
            supplier: 'Paper Ltd <bills@paper.example>',
            number: '2026-017',
            totalAmountCents: 123_450,
            currency: 'EUR',
            file: 'invoice-2026-017.pdf',
            receivedAt: '2026-03-02T10:00:00.000Z',
            title: 'Your invoice for March',
            url: 'https://mail.example/m1',
          },
        ],
      },
    ])
    expect(gate?.message).toContain('1 newly filed')
  })

  it('drops an address if a browser would run it, and a date if it is invalid', async () => {
    const { calls } = await run(true, { date: 'soon', url: 'javascript:alert(1)' })
    expect(calls).toMatchObject([
      { documents: [{ url: null, receivedAt: expect.stringMatching(/Z$/) }] },
    ])
  })

  it('reports no count if accounting is off, and files nothing without an organisation', async () => {
    expect((await run(false)).gate?.message).not.toContain('filed')
    expect((await run(true, {}, null)).calls).toEqual([])
  })
})
