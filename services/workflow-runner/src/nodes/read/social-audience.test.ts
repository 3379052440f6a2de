import type { ReadFailure } from '@atrium/contracts'
import { beforeEach, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import type { AccountPorts } from '../ports.ts'

const flow = (params: Record<string, unknown> = {}) =>
  graph(
    [node('start', 'trigger.manual'), node('read', 'social_audience', params)],
    [edge('start', 'read')],
  )

let followers: Map<string, number | null>
let failures: Map<string, ReadFailure>
let watermarks: Record<string, unknown>
let asked: unknown[]
beforeEach(() => {
  followers = new Map([
    ['chn_1', 120],
    ['chn_2', null],
  ])
  failures = new Map()
  watermarks = {}
  asked = []
})

const channel = (id: string, network: string) => ({ id, network })
const audience: AccountPorts['audience'] = {
  async channels(input) {
    asked.push(input)
    const items = [
      channel('chn_1', 'pagenet'),
      channel('chn_2', 'videonet'),
      channel('chn_3', 'mailbox'),
    ]
    return {
      items: items as Awaited<
        ReturnType<NonNullable<AccountPorts['audience']>['channels']>
      >['items'],
    }
  },
  async read(input) {
    asked.push(input)
    const { channelId } = input
    const failure = failures.get(channelId)
    if (failure !== undefined) return { outcome: 'failed', failure }
    const figures = {
      followers: followers.get(channelId) ?? null,
      following: 3,
      posts: null,
      views: null,
    }
    return {
      outcome: 'read',
      page: { network: 'pagenet', name: `Channel ${channelId}`, ...figures },
    }
  },
}

async function run(params: Record<string, unknown> = {}, orgId: string | null = 'org_1') {
  const options = { ports: { accounts: { audience } }, watermarks, orgId }
  const { outcome, nodes } = await recordedRun(flow(params), options)
  if (outcome.status === 'completed') watermarks = { ...watermarks, ...outcome.watermarks }
  const read = nodes['read']
  return {
    ...read,
    items: (read?.sample?.items ?? []).map((item) => (item as { json: object }).json),
  }
}

it('emits each channel that has an audience, with the change since the previous run', async () => {
  const first = await run()
  expect(first.items).toMatchObject([
    {
      channelId: 'chn_1',
      followers: 120,
      followersChange: null,
      since: null,
      title: 'Channel chn_1: 120 followers',
    },
    { channelId: 'chn_2', followers: null, followersChange: null, title: 'Channel chn_2' },
  ])
  expect(asked).toHaveLength(3)
  followers.set('chn_1', 113)
  expect((await run()).items).toMatchObject([
    { followersChange: -7, since: expect.any(String) },
    {},
  ])
})

it('reads only the given channel if there is one, with the run’s user and organisation', async () => {
  expect((await run({ connector: 'chn_2' })).itemsOut).toBe(1)
  expect(asked).toEqual([{ orgId: 'org_1', actorId: 'usr_1', channelId: 'chn_2' }])
  expect(await run({}, null)).toMatchObject({ status: 'failed', fix: { href: '/channels' } })
})

it('keeps the last figures when a channel fails, and fails with a fix if every channel fails', async () => {
  await run()
  const fix = { label: 'Reconnect the account', href: '/channels' }
  failures.set('chn_1', { class: 'reconnect', message: 'Reconnect the account: ended', fix })
  expect(await run()).toMatchObject({
    status: 'completed',
    itemsOut: 1,
    incomplete: true,
    message: '1 accounts could not be read: Reconnect the account: ended',
  })
  failures.set('chn_2', { class: 'blocked', message: 'Not allowed', fix: null })
  expect(await run()).toMatchObject({
    status: 'failed',
    error: 'Reconnect the account: ended',
    fix,
  })
  failures.clear()
  followers.set('chn_1', 121)
  expect((await run()).items).toMatchObject([{ followersChange: 1 }, {}])
})
