import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '@atrium/bench-kit'
import { startSandbox } from '@atrium/sandbox'
import { type Client, createClient } from '@atrium/sdk'
import { Client as Database } from 'pg'
import { startProcessPlatform } from '../platform/process-platform.ts'
import { services } from '../services.ts'
import { sandboxEnvironment } from '../start/sandbox.ts'
import { buildFiveSteps } from './five-steps.ts'
import { listDescendants, listProcesses, sumProcessorTime } from './processes.ts'

// Measures what one run, card, post, invoice and file costs: processor time of
// each process, bytes and rows in the database, and bytes in the write-ahead log. Each service has
// its own process, and the database flushes to disk. These figures feed docs/capacity.md.
const units = { runs: 500, cards: 500, posts: 100, invoices: 100, files: 100 }
const atOnce = 8
const fileBytes = 100_000

const sandbox = await startSandbox()
const port = Number(new URL(sandbox.url).port)
const platform = await startProcessPlatform(
  {
    ...(sandboxEnvironment({}, port) as Record<string, string>),
    PAYMENTS_SECRET_KEY: '',
    RATE_LIMITS: 'off',
    HOOK_CALLS_PER_MINUTE: '1000000',
  },
  { fsync: true },
)
const database = new Database({ connectionString: platform.databaseUrl })

interface State {
  processor: Map<string, number>
  rows: Map<string, number>
  bytes: number
  log: number
}

const servicePids = new Map(
  services.map(({ name }) => [name, new Set(listDescendants(platform.pid(name)))]),
)

function readProcessors(): Map<string, number> {
  const found = new Map<string, number>()
  for (const [name, pids] of servicePids) found.set(name, sumProcessorTime(pids))
  const inServices = new Set([...servicePids.values()].flatMap((pids) => [...pids]))
  const servers = listProcesses(process.pid, platform.home)
  for (const pid of [...servers]) {
    if (inServices.has(pid) || pid === process.pid) servers.delete(pid)
  }
  found.set('PostgreSQL and NATS', sumProcessorTime(servers))
  return found
}

async function readState(): Promise<State> {
  await database.query('vacuum analyze')
  const { rows: tables } = await database.query<{ name: string; bytes: string; rows: string }>(`
    select schemaname || '.' || relname as name, pg_total_relation_size(relid) as bytes,
      (xpath('/row/n/text()', query_to_xml(
        format('select count(*) as n from %I.%I', schemaname, relname), false, true, '')))[1]::text as rows
    from pg_stat_user_tables`)
  const { rows: position } = await database.query<{ at: string }>(
    `select pg_current_wal_lsn() - '0/0'::pg_lsn as at`,
  )
  return {
    processor: readProcessors(),
    rows: new Map(tables.map(({ name, rows }) => [name, Number(rows)])),
    bytes: tables.reduce((sum, { bytes }) => sum + Number(bytes), 0),
    log: Number(position[0]?.at),
  }
}

/** Waits until every event is sent and every run has ended. */
async function untilIdle(): Promise<void> {
  const schemas = ['identity', 'assets', 'board', 'invoicing', 'connect', 'workflow']
  const busy = schemas.map((schema) => `exists (select from ${schema}.outbox)`)
  for (;;) {
    const { rows } = await database.query<{ busy: boolean }>(
      `select ${busy.join(' or ')} or exists
        (select from workflow.runs where status in ('queued', 'running')) as busy`,
    )
    if (rows[0]?.busy === false) break
    await sleep(200)
  }
  await sleep(3_000)
}

async function measure(
  kind: keyof typeof units,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  // The first ones load what all others share.
  for (let n = 0; n < 5; n += 1) await work(-1 - n)
  await untilIdle()
  const before = await readState()
  const started = performance.now()
  const numbers = Array.from({ length: units[kind] }, (_, n) => n)
  const worker = async (): Promise<void> => {
    for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) await work(n)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - started) / 1_000
  await untilIdle()
  // The statement itself takes processor time, so read the processors first.
  const processors = readProcessors()
  const after = await readState()
  const perUnit = (value: number): number => value / units[kind]
  const show = (name: string, value: number, unit: string): void =>
    report({ name: `${kind}: ${name}`, value, unit, target: '-' })
  const spent = [...processors].map(
    ([name, time]) => [name, perUnit((time - (before.processor.get(name) ?? 0)) * 1_000)] as const,
  )
  show(
    'processor',
    spent.reduce((sum, [, millis]) => sum + millis, 0),
    'ms',
  )
  for (const [name, millis] of spent.filter(([, millis]) => millis >= 0.05))
    show(`processor, ${name}`, millis, 'ms')
  show('database', perUnit(after.bytes - before.bytes), 'bytes')
  show('write-ahead log', perUnit(after.log - before.log), 'bytes')
  const grown = [...after.rows]
    .map(([name, rows]) => [name, perUnit(rows - (before.rows.get(name) ?? 0))] as const)
    .filter(([, rows]) => rows >= 0.05)
  show(
    'rows',
    grown.reduce((sum, [, rows]) => sum + rows, 0),
    'rows',
  )
  console.log(`${kind}: ${grown.map(([name, rows]) => `${name} ${rows.toFixed(2)}`).join(', ')}`)
  show('rate while measured', units[kind] / seconds, '/s')
}

async function createHook(client: Client): Promise<string> {
  const graph = buildFiveSteps({ type: 'trigger.webhook', params: { respond: 'at_once' } })
  const { id } = await client.workflows.create({ body: { name: 'Five steps', graph } })
  await client.workflows.update({ params: { id }, body: { active: true } })
  return (await client.workflows.renewHook({ params: { id } })).url
}

/** Returns a WAV file of silence. */
function createSound(): Blob {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(fileBytes - 8, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(8_000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(fileBytes - 44, 40)
  return new Blob([header, new Uint8Array(fileBytes - 44).fill(128)])
}

async function postJson(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  await response.arrayBuffer()
}

try {
  await database.connect()
  const client = createClient({ baseUrl: platform.baseUrl })
  await client.auth.signUp({
    name: 'Bench',
    email: 'bench@example.com',
    password: 'a password of some length',
  })
  await client.auth.createOrg({ name: 'Bench', slug: 'bench' })

  const hook = await createHook(client)
  await measure('runs', () => postJson(hook, { order: 17, customer: 'Kunsthalle' }))

  await measure('cards', (n) =>
    client.cards.create({ body: { kind: 'task', title: `Card ${n}`, body: 'x'.repeat(200) } }),
  )

  const { pagenet } = sandbox
  const page = pagenet.addPage('901', 'Page', { usagePerCall: 0 })
  const token = pagenet.giveToken({ kind: 'page', pageId: page.id })
  const answer = await client.connect.manual({ params: { network: 'pagenet' }, body: { token } })
  if (!('channel' in answer)) throw new Error('a picker for one Page')
  const channelId = answer.channel.id
  await measure('posts', async (n) => {
    const { id } = await client.cards.create({
      body: {
        kind: 'post',
        body: `Post ${n} ${'x'.repeat(200)}`,
        post: { platform: 'pagenet', channelId },
      },
    })
    await client.posts.publishNow({ params: { id } })
  })

  const customer = await client.customers.create({
    body: { name: 'Bench', email: 'bench@example.com', billingCountry: 'DE' },
  })
  await measure('invoices', async () => {
    const { id } = await client.invoices.create({
      body: {
        customerId: customer.id,
        vatRateBps: 2_000,
        lineItems: [{ description: 'Consulting', quantity: 1.5, unitAmountCents: 12_345 }],
      },
    })
    await client.invoices.finalize({ params: { id }, body: {} })
  })

  const sound = createSound()
  await measure('files', () => client.assets.upload(sound, { visibility: 'priv' }))
} finally {
  await database.end()
  await platform.stop()
  await sandbox.stop()
}
