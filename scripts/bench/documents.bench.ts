import { median, percentile, report } from '@atrium/bench-kit'
import { type Owner, signUp, time, withoutPayments, withPlatform } from './started-platform.ts'

// Measures the PDF of an invoice with its embedded e-invoice.
const rounds = 60
const roundsOfLongOne = 15

async function issueInvoice({ send }: Owner, lines: number): Promise<string> {
  const address = { line1: '1 Quay', city: 'Lyon', postalCode: '69002', country: 'FR' }
  const company = { name: 'Bench SARL', ...address, taxId: 'FR40987654321' }
  await send('PUT', '/api/invoicing/seller', company)
  const customer = { name: 'Bench', email: 'bench@example.com', billingCountry: 'DE' }
  const { id: customerId } = await send<{ id: string }>('POST', '/api/customers', customer)
  const lineItems = Array.from({ length: lines }, (_, n) => ({
    description: `Consulting on day ${n + 1}, with travel from the office and back`,
    quantity: 1.5,
    unitAmountCents: 12_345 + n,
  }))
  const draft = { customerId, vatRateBps: 2_000, lineItems }
  const { id } = await send<{ id: string }>('POST', '/api/invoicing', draft)
  await send('POST', `/api/invoicing/${id}/finalize`, {})
  return id
}

await withPlatform(async (platform) => {
  const owner = await signUp(platform)
  const short = await issueInvoice(owner, 5)
  const long = await issueInvoice(owner, 500)
  const readPdf = async (id: string): Promise<void> => {
    const response = await fetch(`${platform.baseUrl}/api/invoicing/${id}/pdf`, owner)
    if (!response.ok) throw new Error(`The PDF: ${response.status}`)
    await response.arrayBuffer()
  }
  const measure = async (id: string, count: number): Promise<number[]> => {
    const times: number[] = []
    for (let round = 0; round < count; round += 1) times.push(await time(() => readPdf(id)))
    return times
  }
  const name = 'PDF with e-invoice'
  const [first] = await measure(short, 1)
  const times = await measure(short, rounds)
  const longTimes = await measure(long, roundsOfLongOne)
  report({ name: `${name}, p50`, value: median(times), unit: 'ms', target: '< 30' })
  report({ name: `${name}, p95`, value: percentile(times, 0.95), unit: 'ms', target: '-' })
  report({ name: `${name}, the first`, value: first ?? Number.NaN, unit: 'ms', target: '-' })
  const slow = `${name}, 500 lines, p50`
  report({ name: slow, value: median(longTimes), unit: 'ms', target: '< 700' })

  let isDrawing = true
  const drawn = Promise.all(Array.from({ length: 4 }, () => readPdf(long))).finally(() => {
    isDrawing = false
  })
  const reads: number[] = []
  while (isDrawing) reads.push(await time(() => owner.send('GET', `/api/invoicing/${short}`)))
  await drawn
  const during = 'an invoice read during PDFs of 500 lines, p95'
  report({ name: during, value: percentile(reads, 0.95), unit: 'ms', target: '< 50' })
}, withoutPayments)
