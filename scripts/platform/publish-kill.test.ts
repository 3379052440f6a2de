import { type Sandbox, startSandbox } from '@atrium/sandbox'
import type { Client } from '@atrium/sdk'
import { eventually } from '@atrium/testkit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { sandboxEnvironment } from '../start/sandbox.ts'
import { type NetworkGate, startNetworkGate } from './network-gate.ts'
import { type ProcessPlatform, startProcessPlatform } from './process-platform.ts'

// Stops the cards of one sweep at every publishing step, each on a separate Page. Then it kills a
// process and lets everything continue. The network's feed decides whether the result is right.
let sandbox: Sandbox
let gate: NetworkGate
let platform: ProcessPlatform
let client: Client
let db: pg.Client
let workflowId: string
let serial = 0
const latch = 471_100

/**
 * Writes with a trigger to stop the process, by step. While the latch is held, every writer of such
 * a row waits.
 */
const steps = {
  attempt: { table: 'connect.publish_attempts', when: 'insert', if: 'true' },
  record: { table: 'connect.publish_attempts', when: 'update', if: 'new.outcome is not null' },
  claim: {
    table: 'board.posts',
    when: 'update',
    if: 'new.claim_token is distinct from old.claim_token',
  },
  settle: { table: 'board.posts', when: 'update', if: 'new.external_id is not null' },
} as const
type Step = keyof typeof steps | 'before' | 'after' | 'none'

beforeAll(async () => {
  sandbox = await startSandbox()
  gate = await startNetworkGate(sandbox.url)
  const variables = sandboxEnvironment({}, Number(new URL(sandbox.url).port)) as Record<
    string,
    string
  >
  const apiUrl = (variables['PAGENET_API_URL'] ?? '').replace(sandbox.url, gate.url)
  platform = await startProcessPlatform(
    { ...variables, PAGENET_API_URL: apiUrl },
    {
      programs: {
        connect: 'scripts/platform/hasty-connect.ts',
        workflow: 'scripts/platform/hasty-runner.ts',
      },
    },
  )
  db = new pg.Client({ connectionString: platform.databaseUrl })
  await db.connect()
  await db.query('create table public.gates (task_id text, step text)')
  for (const [step, { table, when, if: condition }] of Object.entries(steps)) {
    await db.query(`create function public.stop_${step}() returns trigger language plpgsql security definer as $$
      begin
        if ${condition} and exists (select from public.gates where task_id = new.task_id and step = '${step}')
        then perform pg_advisory_xact_lock_shared(${latch}); end if;
        return new;
      end $$`)
    await db.query(
      `create trigger stop_${step} before ${when} on ${table} for each row execute function public.stop_${step}()`,
    )
  }
  ;({ client } = await signUpNewcomer(platform.baseUrl, 'killed'))
  // The first account creates and activates the workflow that publishes. Its schedule would sweep a
  // second time at every quarter of an hour.
  await connectPage('7000')
  const published = await eventually(async () => {
    const found = (await client.workflows.list()).items.find(({ active }) => active)
    return found ?? expect.unreachable('not created yet')
  }, 20_000)
  workflowId = published.id
  await client.workflows.update({ params: { id: workflowId }, body: { active: false } })
})
afterAll(async () => {
  await db?.end()
  await platform?.stop()
  await gate?.stop()
  await sandbox?.stop()
})

interface Watched {
  id: string
  text: string
  step: Step
  /** Returns how often the post is on its Page. */
  count(): number
}

/** Connects a new Page of the network. Returns the Page and its account's id. */
async function connectPage(pageId: string) {
  const page = sandbox.pagenet.addPage(pageId, `Page ${pageId}`)
  const token = sandbox.pagenet.giveToken({ kind: 'page', pageId })
  const connected = await client.connect.manual({ params: { network: 'pagenet' }, body: { token } })
  if (!('channel' in connected)) throw new Error('a picker for one Page')
  return { page, channelId: connected.channel.id }
}

/** Returns an approved card to be stopped at a step. The card is due on a separate Page. */
async function card(step: Step): Promise<Watched> {
  serial += 1
  const text = `Stopped at ${step} number ${serial}.`
  const { page, channelId } = await connectPage(`70${serial}`)
  const post = { platform: 'pagenet' as const, channelId }
  const { id } = await client.cards.create({ body: { kind: 'post', body: text, post } })
  const dueDate = new Date(Date.UTC(2026, 0, 1, 0, 0, serial)).toISOString()
  await client.posts.approve({ params: { id }, body: { dueDate } })
  if (step === 'before' || step === 'after') gate.hold(text, step)
  else if (step !== 'none') await db.query('insert into public.gates values ($1, $2)', [id, step])
  return {
    id,
    text,
    step,
    count: () => page.posts.filter(({ message }) => message === text).length,
  }
}

const sweep = () => client.workflows.run({ params: { id: workflowId }, body: {} })
const readStatus = async ({ id }: Watched) => (await client.cards.get({ params: { id } })).status
const waiting = async () => {
  const { rows } = await db.query(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ${latch} and not granted`,
  )
  return (rows[0] as { n: number }).n
}

/**
 * Starts a sweep and kills a service once every card waits at its step. Then lets everything
 * continue.
 */
async function killAt(service: string, cards: readonly Watched[]): Promise<void> {
  await db.query(`select pg_advisory_lock(${latch})`)
  await sweep()
  const inNetwork = cards.filter(({ step }) => step === 'before' || step === 'after')
  const inDatabase = cards.filter(({ step }) => step in steps)
  await eventually(async () => {
    expect([gate.held.size, await waiting()]).toEqual([inNetwork.length, inDatabase.length])
  }, 20_000)
  await platform.kill(service)
  await db.query(`select pg_advisory_unlock(${latch})`)
  gate.release()
  await db.query('delete from public.gates')
  await platform.revive(service)
}

/** Sweeps again and checks the posts: none exists twice, and every reported outcome was true. */
async function judge(cards: readonly Watched[]): Promise<Record<string, [string, number]>> {
  const { runId } = await sweep()
  for await (const _ of client.workflows.watch(workflowId, runId));
  const verdict: Record<string, [string, number]> = {}
  for (const each of cards) verdict[each.step] = [await readStatus(each), each.count()]
  for (const [step, [status, count]] of Object.entries(verdict)) {
    expect([step, status, count <= 1]).toEqual([
      step,
      expect.stringMatching(/^(posted|failed|unconfirmed)$/),
      true,
    ])
    if (status !== 'unconfirmed') expect([step, count]).toEqual([step, status === 'posted' ? 1 : 0])
  }
  return verdict
}

test('finds published posts, leaves others unconfirmed and duplicates none when the runner dies at any step', async () => {
  // The longest due card comes first. Its stopped claim keeps the sweep from continuing.
  const cards: Watched[] = []
  for (const step of ['none', 'before', 'after', 'record', 'settle', 'claim'] as const)
    cards.push(await card(step))
  await killAt('workflow', cards)
  await eventually(async () => {
    expect(cards.slice(0, 5).map((each) => each.count())).toEqual([1, 1, 1, 1, 1])
  }, 20_000)
  // Time passes, and the deadline of every unsettled claim expires.
  await eventually(async () => {
    await db.query(`update board.posts set claim_deadline = now() - interval '1 second'
      where claim_deadline is not null`)
    for (const each of cards) expect(await readStatus(each)).not.toBe('posting')
  }, 90_000)
  // The board asks connect, and connect records every call.
  await eventually(async () => {
    for (const each of cards.slice(0, 5)) expect(await readStatus(each)).toBe('posted')
  }, 30_000)
  const verdict = await judge(cards)
  expect(verdict).toMatchObject({ none: ['posted', 1], claim: ['unconfirmed', 0] })
}, 180_000)

test('posts each card once or leaves it unconfirmed, never twice, when connect dies at any step', async () => {
  const cards: Watched[] = []
  for (const step of ['none', 'attempt', 'before', 'after', 'record'] as const)
    cards.push(await card(step))
  await killAt('connect', cards)
  // The runner asks again until no process can still be making the call. This takes a quarter of a
  // minute.
  await eventually(async () => {
    for (const each of cards) expect(await readStatus(each)).not.toMatch(/^(posting|reviewed)$/)
  }, 240_000)
  const verdict = await judge(cards)
  expect(verdict).toMatchObject({
    none: ['posted', 1],
    before: ['unconfirmed', 0],
    after: ['posted', 1],
    record: ['posted', 1],
  })
}, 300_000)

test('publishes everything later if connect is down during a sweep', async () => {
  const only = await card('none')
  await platform.kill('connect')
  await sweep()
  await eventually(async () => expect(await readStatus(only)).toBe('posting'), 20_000)
  await platform.revive('connect')
  await eventually(async () => expect(await readStatus(only)).toBe('posted'), 60_000)
  expect(only.count()).toBe(1)
})
