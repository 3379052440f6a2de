import { type Measurement, median, percentile, report } from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { type Platform, withPlatform } from './platform.ts'

// Renders the PDF of an invoice with its embedded e-invoice over HTTP while other requests run.
// Takes about half a minute.
const rounds = 60
const roundsOfLongOne = 15

async function issued({ caller, send }: Platform, orgId: string, lines: number): Promise<string> {
  const headers = { ...(await caller(orgId)), 'content-type': 'application/json' }
  const post = async (path: string, body: object, method = 'POST'): Promise<string> => {
    const { status, text } = await send(method, path, headers, JSON.stringify(body))
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`)
    return String(JSON.parse(text).id)
  }
  const address = { line1: '1 Quay', city: 'Lyon', postalCode: '69002', country: 'FR' }
  await post(
    '/api/invoicing/seller',
    { name: 'Bench SARL', ...address, taxId: 'FR40987654321' },
    'PUT',
  )
  const customerId = await post('/api/customers', {
    name: 'Bench',
    email: 'bench@example.com',
    billingCountry: 'DE',
  })
  const lineItems = Array.from({ length: lines }, (_, n) => ({
    description: `Consulting on day ${n + 1}, with travel from the office and back`,
    quantity: 1.5,
    unitAmountCents: 12_345 + n,
  }))
  const id = await post('/api/invoicing', { customerId, vatRateBps: 2_000, lineItems })
  await post(`/api/invoicing/${id}/finalize`, {})
  return id
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function pdf(platform: Platform, orgId: string, id: string): Promise<void> {
  const { status } = await platform.send(
    'GET',
    `/api/invoicing/${id}/pdf`,
    await platform.caller(orgId),
  )
  if (status !== 200) throw new Error(`the PDF answered ${status}`)
}

async function benchDocuments(platform: Platform): Promise<Measurement[]> {
  const orgId = newId('org')
  const short = await issued(platform, orgId, 5)
  const long = await issued(platform, orgId, 500)
  const first = await timed(() => pdf(platform, orgId, short))
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push(await timed(() => pdf(platform, orgId, short)))
  const longTimes: number[] = []
  for (let round = 0; round < roundsOfLongOne; round += 1) {
    longTimes.push(await timed(() => pdf(platform, orgId, long)))
  }
  const beside: number[] = []
  let drawing = true
  const drawn = Promise.all(Array.from({ length: 4 }, () => pdf(platform, orgId, long))).finally(
    () => {
      drawing = false
    },
  )
  const headers = await platform.caller(orgId)
  while (drawing)
    beside.push(await timed(() => platform.send('GET', `/api/invoicing/${short}`, headers)))
  await drawn
  return [
    { name: 'PDF with e-invoice, p50', value: median(times), unit: 'ms', target: '< 150' },
    { name: 'PDF with e-invoice, p95', value: percentile(times, 0.95), unit: 'ms', target: '-' },
    { name: 'PDF with e-invoice, the first of a process', value: first, unit: 'ms', target: '-' },
    {
      name: 'PDF with e-invoice, 500 lines, p50',
      value: median(longTimes),
      unit: 'ms',
      target: '< 700',
    },
    {
      name: 'an invoice read during PDFs of 500 lines, p95',
      value: percentile(beside, 0.95),
      unit: 'ms',
      target: '< 50',
    },
    {
      name: 'memory of the service afterwards',
      value: await platform.memory(),
      unit: 'MB',
      target: '-',
    },
  ]
}

await withPlatform(async (platform) => {
  for (const row of await benchDocuments(platform)) report(row)
})
