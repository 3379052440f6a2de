import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Caller,
  createCustomer,
  type Harness,
  startHarness,
  toId,
} from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const line = (vatCategory?: string, vatReason?: string) => ({
  description: 'Crates',
  quantity: 1,
  unitAmountCents: 10_000,
  ...(vatCategory && { vatCategory, vatRateBps: 0 }),
  ...(vatReason && { vatReason }),
})

const seller = { name: 'Quay GmbH', country: 'DE', taxId: 'DE123456789' }
const paths = { invoice: '/api/invoicing', estimate: '/api/estimates' } as const
const secrets = { invoice: '/api/public/invoices', estimate: '/api/public/estimates' } as const

async function readPdf(path: string): Promise<string> {
  const response = await fetch(harness.url + path)
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  const { text } = await extractText(pdf, { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

/** Issues a document, and returns what its draft, its record and its public page say about VAT. */
async function readEverywhere(
  kind: keyof typeof paths,
  call: Caller,
  { lineItems, ...customer }: { lineItems: object[] } & Record<string, unknown>,
) {
  const customerId = await createCustomer(call, customer)
  const body = { customerId, lineItems, vatRateBps: 1_900 }
  const path = `${paths[kind]}/${toId(await call('POST', paths[kind], body))}`
  const draft = await call('GET', path)
  const verb = kind === 'invoice' ? 'finalize' : 'send'
  const token = String((await call('POST', `${path}/${verb}`)).body['publicToken'])
  const issued = await call('GET', path)
  const page = await harness.request(`${secrets[kind]}/${token}`, {})
  return {
    reasons: [draft, issued, page].map(({ body: { vatReasons } }) => vatReasons),
    pdf: await readPdf(`${secrets[kind]}/${token}/pdf`),
  }
}

const german = { billingCountry: 'DE', taxId: 'DE987654321' }
const cases: ReadonlyArray<[string, object, string[]]> = [
  [
    'a domestic reverse charge next to taxed lines',
    { ...german, lineItems: [line('reverse_charge'), line()] },
    ['Steuerschuldnerschaft des Leistungsempfängers (§ 13b UStG).'],
  ],
  [
    'an intra-community supply in the language of the customer',
    { billingCountry: 'FR', taxId: 'FR32123456789', lineItems: [line('intra_community')] },
    ['Exonération de TVA : livraison intracommunautaire (§ 4 Nr. 1 Buchst. b, § 6a UStG).'],
  ],
  [
    'the reason that a line states',
    { ...german, lineItems: [line('exempt', '§ 4 Nr. 21 UStG')] },
    ['§ 4 Nr. 21 UStG'],
  ],
  ['nothing if VAT is charged on every line', { ...german, lineItems: [line()] }, []],
]

test.each(['invoice', 'estimate'] as const)(
  'shows the sentences of the PDF everywhere when an %s has lines without VAT',
  async (kind) => {
    const call = harness.as('admin')
    await call('PUT', '/api/invoicing/seller', seller)
    for (const [name, given, expected] of cases) {
      const { lineItems, ...customer } = given as { lineItems: object[] }
      const { reasons, pdf } = await readEverywhere(kind, call, { ...customer, lineItems })
      expect([name, reasons]).toEqual([name, [expected, expected, expected]])
      for (const sentence of expected) expect(pdf).toContain(sentence)
    }
  },
)

test('states the rule of a small business on a draft before its company is printed', async () => {
  const call = harness.as('admin')
  await call('PUT', '/api/invoicing/seller', {
    name: 'Kiosk',
    country: 'DE',
    taxNumber: '12/345/67890',
    smallBusiness: true,
  })
  const customerId = await createCustomer(call, { billingCountry: 'DE' })
  const input = { customerId, lineItems: [line()], vatRateBps: 0 }
  const id = toId(await call('POST', '/api/invoicing', input))
  const { body } = await call('GET', `/api/invoicing/${id}`)
  expect(body['vatReasons']).toEqual(['Steuerbefreiung für Kleinunternehmer (§ 19 UStG).'])
})
