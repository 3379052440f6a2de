import { ModelUsage } from '@atrium/contracts'
import { modelKey, type Sandbox, startSandbox } from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { line } from '../bench/node-rows/bench-world.ts'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { sandboxEnvironment } from '../start/sandbox.ts'
import { type NetworkGate, startNetworkGate } from './network-gate.ts'
import { type ProcessPlatform, startProcessPlatform } from './process-platform.ts'

// Stops managed model calls at every step between reservation and charge, each for a user in a
// separate organisation. Then it kills a process and lets everything continue. The ledger decides
// whether the result is right. Both processes die before the tests, so their leases expire at the
// same time.
let sandbox: Sandbox
let gate: NetworkGate
let platform: ProcessPlatform
let db: pg.Client
let serial = 0
/** The active runs when a service was killed. */
const runsOf: Partial<Record<'workflow' | 'connect', Map<Person, string>>> = {}
const latch = 471_200
const granted = 1_000

/**
 * Steps at which a row's trigger can stop the process. While the latch is held, a process that
 * writes the row waits.
 */
const steps = {
  reserve: { table: 'invoicing.credit_reservations', when: 'insert', if: 'true', of: 'user_id' },
  record: {
    table: 'connect.paid_calls',
    when: 'update',
    if: `new.state = 'answered'`,
    of: 'org_id',
  },
  settle: {
    table: 'invoicing.credit_transactions',
    when: 'insert',
    if: `new.kind = 'usage'`,
    of: 'user_id',
  },
} as const
type Step = keyof typeof steps | 'before' | 'after'
// For the last two steps, connect waits only a few seconds for the response.
const everyStep: readonly Step[] = ['before', 'after', 'record', 'settle', 'reserve']

beforeAll(async () => {
  sandbox = await startSandbox()
  gate = await startNetworkGate(sandbox.url)
  const variables = sandboxEnvironment({}, Number(new URL(sandbox.url).port)) as Record<
    string,
    string
  >
  platform = await startProcessPlatform(
    {
      ...variables,
      LLM_GATEWAY_BASE_URL: (variables['LLM_GATEWAY_BASE_URL'] ?? '').replace(
        sandbox.url,
        gate.url,
      ),
      CREDITS_METERING_ENABLED: 'true',
      MANAGED_LLM_PROVIDER: 'gateway',
      MANAGED_LLM_MODEL: 'sandbox/small',
      MANAGED_LLM_API_KEY: modelKey,
    },
    { programs: { invoicing: 'scripts/platform/hasty-invoicing.ts' } },
  )
  db = new pg.Client({ connectionString: platform.databaseUrl })
  await db.connect()
  await db.query('create table public.gates (owner text, step text)')
  for (const [step, { table, when, if: condition, of }] of Object.entries(steps)) {
    await db.query(`create function public.stop_${step}() returns trigger language plpgsql security definer as $$
      begin
        if ${condition} and exists (select from public.gates g where g.owner = new.${of} and g.step = '${step}')
        then perform pg_advisory_xact_lock_shared(${latch}); end if;
        return new;
      end $$`)
    await db.query(
      `create trigger stop_${step} before ${when} on ${table} for each row execute function public.stop_${step}()`,
    )
  }
  runsOf.workflow = await killAt('workflow')
  runsOf.connect = await killAt('connect')
}, 180_000)
afterAll(async () => {
  await db?.end()
  await platform?.stop()
  await gate?.stop()
  await sandbox?.stop()
})

interface Person {
  step: Step
  client: Client
  userId: string
  orgId: string
  workflowId: string
  /** The text in the prompt of the user's only call. */
  text: string
}

/** Returns a user with credits and a workflow for asking a model about one item. */
async function personAt(step: Step): Promise<Person> {
  serial += 1
  const number = serial
  const { client, org } = await signUpNewcomer(platform.baseUrl, `${step}${number}`)
  const { user } = await client.me()
  await db.query(
    `insert into invoicing.credit_accounts (user_id, balance, entries) values ($1, $2, 1)`,
    [user.id, granted],
  )
  await db.query(
    `insert into invoicing.credit_transactions (id, user_id, kind, credits, sequence, balance, description)
      values ($3, $1, 'grant', $2, 1, $2, 'For a test')`,
    [user.id, granted, `evt_${number}`],
  )
  const graph = line(['split', { field: 'list', separator: '|', as: 'rawContent' }], ['enrich'])
  const { id } = await eventually(
    () => client.workflows.create({ body: { name: `Stopped at ${step}`, graph } }),
    20_000,
  )
  const text = `The bakery number ${number} was stopped at ${step}.`
  return { step, client, userId: user.id, orgId: org.id, workflowId: id, text }
}

const waiting = async () => {
  const { rows } = await db.query(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ${latch} and not granted`,
  )
  return (rows[0] as { n: number }).n
}

/**
 * Kills a service once a call waits at every step, and then lets everything continue. Returns the
 * runs.
 */
async function killAt(service: string): Promise<Map<Person, string>> {
  const persons = await Promise.all(everyStep.map(personAt))
  const runs = new Map<Person, string>()
  await db.query(`select pg_advisory_lock(${latch})`)
  for (const person of persons) {
    const { step, text, userId, orgId, client, workflowId } = person
    if (step === 'before' || step === 'after') gate.hold(text, step)
    else {
      const owner = steps[step].of === 'org_id' ? orgId : userId
      await db.query('insert into public.gates values ($1, $2)', [owner, step])
    }
    const { runId } = await client.workflows.run({
      params: { id: workflowId },
      body: { input: { list: text } },
    })
    runs.set(person, runId)
    await eventually(async () => {
      expect([step, gate.held.size + (await waiting())]).toEqual([step, runs.size])
    }, 20_000)
  }
  await platform.kill(service)
  await db.query(`select pg_advisory_unlock(${latch})`)
  gate.release()
  await db.query('delete from public.gates')
  await platform.revive(service)
  return runs
}

/** Waits for the user's run to end. */
const ended = ({ client, workflowId: id }: Person, runId: string) =>
  eventually(async () => {
    const run = await client.workflows.getRun({ params: { id, runId } })
    expect(run.status).not.toMatch(/^(queued|running)$/)
    return run
    // Less than the model RPC timeout.
  }, 90_000)

const readAccount = async ({ client }: Person) => {
  const { balance, reserved, transactions } = await client.credits.get({ query: { limit: 100 } })
  const kinds = transactions.map(({ kind }) => kind).toSorted()
  const sum = transactions.reduce((all, { credits }) => all + credits, 0)
  return { balance, reserved, kinds, sum }
}

test('fails the run and refunds its calls when the runner dies at any step', async () => {
  for (const [person, runId] of runsOf.workflow ?? []) {
    const { step } = person
    expect([step, (await ended(person, runId)).status]).toEqual([step, 'failed'])
    await eventually(async () => {
      const { kinds, ...rest } = await readAccount(person)
      expect([step, rest]).toEqual([step, { balance: granted, reserved: 0, sum: granted }])
      // There is a charge and its refund, or neither.
      expect([3, 1]).toContain(kinds.length)
    }, 30_000)
  }
})

test('continues the run and charges every item once when connect dies at any step', async () => {
  for (const [person, runId] of runsOf.connect ?? []) {
    const { step } = person
    const run = await ended(person, runId)
    const enriched = run.nodes.find(({ type }) => type === 'enrich')
    expect([step, run.status, enriched?.itemsOut]).toEqual([step, 'completed', 1])
    const { credits } = ModelUsage.parse(enriched?.usage)
    // Time passes, and the reservations of dead attempts expire.
    await db.query(
      `update invoicing.credit_reservations set expires_at = now() where user_id = $1 and status = 'held'`,
      [person.userId],
    )
    const charged = {
      balance: granted - credits,
      sum: granted - credits,
      kinds: ['grant', 'usage'],
    }
    await eventually(async () => {
      expect([step, await readAccount(person)]).toEqual([step, { ...charged, reserved: 0 }])
    }, 60_000)
    const asked = sandbox.model.requests.filter(({ prompt }) => prompt.includes(person.text))
    // The provider gets a second request if its first response went to a dead process.
    expect([step, asked.length]).toEqual([step, step === 'after' ? 2 : 1])
  }
})
