import { setTimeout as sleep } from 'node:timers/promises'
import { median, report } from '@atrium/bench-kit'
import {
  type Owner,
  type StartedPlatform,
  signUp,
  time,
  withoutPayments,
  withPlatform,
} from './started-platform.ts'

// Measures a platform that nobody uses, what its first user waits for, and how long it takes to
// issue an invoice.
const idleSeconds = 60
const settleMs = 10_000
const invoices = 40

async function benchIdle(platform: StartedPlatform): Promise<void> {
  await sleep(settleMs)
  const readStatements = async (): Promise<number> => {
    const [row] = await platform.query<{ n: string }>(
      `select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()`,
    )
    return Number(row?.n)
  }
  const [time, statements] = [platform.readProcessorTime(), await readStatements()]
  await sleep(idleSeconds * 1_000)
  const share = ((platform.readProcessorTime() - time) / idleSeconds) * 100
  const perSecond = ((await readStatements()) - statements) / idleSeconds
  report({ name: 'platform idle, processor', value: share, unit: '% of a core', target: '<= 2' })
  report({ name: 'platform idle, transactions', value: perSecond, unit: '/s', target: '-' })
}

/** Reads a page and every script and style that its head names. Draws nothing. */
async function readPage(address: string): Promise<void> {
  const read = async (path: string): Promise<string> => {
    const response = await fetch(new URL(path, address))
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response.text()
  }
  const html = await read(address)
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path)
  if (named.length === 0) throw new Error('the page names no scripts')
  await Promise.all(named.map((path) => read(path ?? '')))
}

async function benchFirstPage({ baseUrl }: StartedPlatform): Promise<void> {
  const millis = await time(() => readPage(`${baseUrl}/`))
  const name = 'first page after start, HTML with its scripts and styles'
  report({ name, value: millis / 1_000, unit: 's', target: '<= 1' })
}

async function createDraft({ send }: Owner, customerId: string): Promise<string> {
  const lineItems = Array.from({ length: 5 }, (_, n) => ({
    description: `Consulting on day ${n + 1}`,
    quantity: 1.5,
    unitAmountCents: 12_345 + n,
  }))
  const draft = { customerId, vatRateBps: 2_000, lineItems }
  return (await send<{ id: string }>('POST', '/api/invoicing', draft)).id
}

async function benchInvoices(platform: StartedPlatform): Promise<void> {
  const owner = await signUp(platform)
  const { send } = owner
  const address = { line1: '1 Quay', city: 'Lyon', postalCode: '69002', country: 'FR' }
  const company = { name: 'Bench SARL', ...address, taxId: 'FR40987654321' }
  await send('PUT', '/api/invoicing/seller', company)
  const customer = { name: 'Bench', email: 'bench@example.com', billingCountry: 'DE' }
  const { id: customerId } = await send<{ id: string }>('POST', '/api/customers', customer)
  const first = await createDraft(owner, customerId)
  await send('POST', `/api/invoicing/${first}/finalize`, {})
  const firstPdf = await time(async () => {
    const response = await fetch(`${platform.baseUrl}/api/invoicing/${first}/pdf`, owner)
    if (!response.ok) throw new Error(`The PDF: ${response.status}`)
    await response.arrayBuffer()
  })
  report({ name: 'first PDF after start', value: firstPdf, unit: 'ms', target: '<= 100' })
  const times: number[] = []
  for (let n = 0; n < invoices; n += 1) {
    const id = await createDraft(owner, customerId)
    times.push(await time(() => send('POST', `/api/invoicing/${id}/finalize`, {})))
  }
  const name = 'issue an invoice, without payment processor, p50'
  report({ name, value: median(times), unit: 'ms', target: '<= 25' })
}

await withPlatform(async (platform) => {
  await benchFirstPage(platform)
  await benchIdle(platform)
  await benchInvoices(platform)
}, withoutPayments)
