import {
  type ConnectNetwork,
  ListFiles,
  QueryNotebook,
  ReadCalendars,
  ReadEvents,
  ReadVideos,
  SearchMailbox,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { addDatabase } from '@atrium/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { connectAt } from './network-flow.ts'

const networks = ['mailbox', 'videonet', 'notebook'] as const
let harness: Harness
let person: Caller
let database: string

beforeAll(async () => {
  harness = await startHarness({ networks })
  for (const network of ['mailbox', 'videonet'] as const) {
    harness.sandbox[network].redirectUris.add(
      `http://localhost:3000/api/connect/${network}/callback`,
    )
  }
})
afterAll(() => harness.stop())
beforeEach(async () => {
  for (const network of networks) {
    harness.sandbox[network].faults.clear()
    harness.sandbox[network].calls.splice(0)
  }
  await harness.deps.db.deleteFrom('account_rates').execute()
  person = harness.person()
  const { contents } = harness.sandbox.notebook
  database = addDatabase(contents, 'Recipes').id
})

async function connected(network: ConnectNetwork): Promise<string> {
  if (network !== 'notebook') return connectAt(person, network)
  const token = 'ntn_sandbox_integration_token'
  const { body } = await person('POST', '/api/connect/notebook/manual', { token })
  return (body['channel'] as unknown as { id: string }).id
}

const from = '2026-05-04T08:00:00.000Z'
const toTarget = (channelId: string, { principal }: Caller = person) => ({
  orgId: principal.orgId,
  actorId: principal.userId,
  channelId,
})
type Target = ReturnType<typeof toTarget>
const calls: readonly (readonly [
  name: string,
  network: (typeof networks)[number],
  read: (target: Target) => Promise<{ outcome: string }>,
])[] = [
  ['a search of mail', 'mailbox', (target) => callRpc(harness.bus, SearchMailbox, target)],
  ['the list of calendars', 'mailbox', (target) => callRpc(harness.bus, ReadCalendars, target)],
  [
    'the events of a calendar',
    'mailbox',
    (target) =>
      callRpc(harness.bus, ReadEvents, {
        ...target,
        calendarId: harness.sandbox.mailbox.user('').email ?? '',
        read: { kind: 'sync', token: null, from },
      }),
  ],
  ['the files of a drive', 'mailbox', (target) => callRpc(harness.bus, ListFiles, target)],
  ['the videos of a channel', 'videonet', (target) => callRpc(harness.bus, ReadVideos, target)],
  [
    'the rows of a database',
    'notebook',
    (target) => callRpc(harness.bus, QueryNotebook, { ...target, database }),
  ],
]

describe.each(calls)('%s', (_name, network, read) => {
  test('reads the account and reports a retry after an error, garbage or a cut connection', async () => {
    const target = toTarget(await connected(network))
    expect(await read(target)).toMatchObject({ outcome: 'read' })
    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 503 },
      { kind: 'garbage' },
      { kind: 'cut_before' },
    ] as const) {
      harness.sandbox[network].faults.add(fault)
      expect(await read(target)).toMatchObject({ failure: { class: 'retry', fix: null } })
      await harness.deps.db.deleteFrom('account_rates').execute()
    }
    expect(await read(target)).toMatchObject({ outcome: 'read' })
  })

  test('keeps to the wait of a rate limit if the network names one, else to its own', async () => {
    const target = toTarget(await connected(network))
    const { faults } = harness.sandbox[network]
    faults.add({ kind: 'status', status: 429, retryAfter: 13 })
    expect(await read(target)).toMatchObject({ failure: { class: 'retry', retryAfterSeconds: 13 } })
    await harness.deps.db.deleteFrom('account_rates').execute()
    faults.add({ kind: 'status', status: 429 })
    expect(await read(target)).toMatchObject({ failure: { class: 'retry' } })
  })

  test('refuses another organisation and a colleague without calling the network', async () => {
    const target = toTarget(await connected(network))
    harness.sandbox[network].calls.splice(0)
    const stranger = toTarget(target.channelId, harness.person())
    expect(await read(stranger)).toMatchObject({
      failure: { class: 'reconnect', fix: { href: '/channels' } },
    })
    const colleague = toTarget(target.channelId, harness.person({ orgId: target.orgId }))
    expect(await read(colleague)).toMatchObject({ failure: { class: 'blocked' } })
    expect(harness.sandbox[network].calls).toEqual([])
  })
})

test.each(calls.filter(([, network]) => network !== 'notebook'))(
  'renews the token for %s and invalidates the channel if no new token is issued',
  async (_name, network, read) => {
    const target = toTarget(await connected(network))
    const { tokens } = harness.sandbox[network as 'mailbox' | 'videonet']
    expect(await read(target)).toMatchObject({ outcome: 'read' })
    tokens.endAll('expired')
    expect(await read(target)).toMatchObject({ outcome: 'read' })
    tokens.endAll('revoked')
    expect(await read(target)).toMatchObject({
      failure: { class: 'reconnect', fix: { href: '/channels' } },
    })
  },
)
