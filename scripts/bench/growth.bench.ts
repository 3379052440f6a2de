import { percentile, report } from '@atrium/bench-kit'
import { fillOrg, type GrownOrg, vacuumAll } from './growth/fill.ts'
import {
  type Owner,
  type StartedPlatform,
  signUp,
  time,
  withoutPayments,
  withPlatform,
} from './started-platform.ts'

// Measures what an organisation waits for when it has 10,000, 100,000 and 1,000,000 rows of every
// kind, next to 1,000 other organisations.
const sizes = [10_000, 100_000, 1_000_000]
const others = 1_000
const rowsOfOthers = 30
const rounds = 40
const [day, month] = [86_400_000, 30 * 86_400_000]
const dayAfter = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)

/** Returns the paths to open, by what a user sees. */
async function listPaths({ send }: Owner): Promise<Record<string, string[]>> {
  const first = async (path: string) =>
    (await send<{ items: { id: string }[] }>('GET', path)).items[0]?.id
  const customer = await first('/api/customers?limit=1')
  const workflow = await first('/api/workflows?limit=1')
  const range = `dueAfter=${dayAfter(-month / 2)}&dueBefore=${dayAfter(month / 2)}`
  return {
    Home: ['/api/overview'],
    activity: ['/api/activity'],
    'audit log': ['/api/audit', '/api/audit?action=key.created'],
    search: ['garden', 'bakery 77', 'INV-2026-00012', 'museum'].map((q) => `/api/search?q=${q}`),
    'cards without a search word': [
      '',
      'kind=task',
      'status=todo',
      'sortBy=title',
      'offset=5000',
    ].map((query) => `/api/tasks?${query}`),
    'cards by word and tag': ['/api/tasks?q=museum&tag=tag7', '/api/tasks?q=garden&tag=group3'],
    'cards by a rare word': ['/api/tasks?q=invoice1234', '/api/tasks?q=garden77'],
    'calendar month': [`/api/tasks?kind=post&${range}&limit=1000&sortBy=dueDate&sortDir=asc`],
    invoices: ['', 'status=paid', 'sortBy=totalAmountCents', 'sortBy=dueDate&sortDir=asc'].map(
      (query) => `/api/invoicing?${query}`,
    ),
    'invoices by part of a name or number': ['/api/invoicing?q=bakery', '/api/invoicing?q=0012345'],
    'invoices, overdue': ['/api/invoicing?overdue=true'],
    'invoices, every filter': [
      `/api/invoicing?status=paid&source=one_off&minCents=20000&maxCents=90000&from=${dayAfter(-90 * day)}&q=bakery`,
    ],
    'invoice summary': ['/api/invoicing/summary'],
    'invoice summary by customer': ['/api/invoicing/summary?by=customer'],
    'invoice summary by month': ['/api/invoicing/summary?by=month'],
    customers: ['/api/customers', '/api/customers?q=bakery', '/api/customers?q=office123'],
    customer: [`/api/customers/${customer}`, `/api/invoicing?customerId=${customer}`],
    runs: [`/api/workflows/${workflow}/runs`],
    'files by word': ['/api/assets?q=garden', '/api/assets?tag=tag7'],
  }
}

async function measure(owner: Owner, rows: number): Promise<void> {
  for (const [name, paths] of Object.entries(await listPaths(owner))) {
    for (const path of paths) await owner.send('GET', path)
    const samples: number[] = []
    for (let round = 0; round < rounds; round += 1)
      samples.push(await time(() => owner.send('GET', paths[round % paths.length] ?? '')))
    report({
      name: `${name}, ${rows.toLocaleString('en')} rows, p95`,
      value: percentile(samples, 0.95),
      unit: 'ms',
      target: rows === sizes.at(-1) ? '<= 100' : 'none',
    })
  }
}

async function findGrownOrg({ query }: StartedPlatform, { orgId }: Owner): Promise<GrownOrg> {
  const [member] = await query<{ userId: string }>(
    'select "userId" from identity.member where "organizationId" = $1',
    [orgId],
  )
  return { orgId, userId: member?.userId ?? '' }
}

await withPlatform(async (platform) => {
  const owner = await signUp(platform)
  const org = await findGrownOrg(platform, owner)
  for (let n = 0; n < others; n += 1)
    await fillOrg(platform, { orgId: `org_other${n}`, userId: `usr_other${n}` }, 1, rowsOfOthers)
  let filled = 0
  for (const rows of sizes) {
    await fillOrg(platform, org, filled + 1, rows)
    await vacuumAll(platform)
    filled = rows
    await measure(owner, rows)
  }
}, withoutPayments)
