import { ConnectStatus, ModelStatus, type ModelStatusOutput } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { startStandIn } from './stand-in.ts'

let harness: Harness
let stop: () => Promise<void>
const connected = new Set<string>()
const owners = new Set<string>()
const nothing = {
  platform: 'none' as const,
  managed: false,
  speech: false,
  chosen: null,
  failure: null,
}
const chosen: NonNullable<ModelStatusOutput['chosen']> = {
  via: 'channel',
  provider: 'gateway',
  model: 'small',
  price: null,
  creditsPerUsd: 0,
}

beforeAll(async () => {
  harness = await startHarness()
  const connect = await startStandIn(harness.env, 'connect', [
    rpcHandler(ConnectStatus, async () => ({ publishing: false, networks: [] })),
    rpcHandler(ModelStatus, async ({ orgId, person }) => {
      const channels = orgId === undefined ? connected.size > 0 : connected.has(orgId)
      if (person === undefined || !owners.has(person.userId)) return { ...nothing, channels }
      return { ...nothing, channels, chosen }
    }),
  ])
  stop = connect.stop
})
afterAll(async () => {
  await stop()
  await harness.stop()
})
beforeEach(() => owners.clear())

interface Listed {
  items: { type: string }[]
}
const readTypes = async (caller: Caller): Promise<string[]> =>
  (await caller.call<Listed>('GET', '/api/workflows/nodes')).body.items.map(({ type }) => type)
const thinking = graph(
  [node('start', 'trigger.manual'), node('think', 'enrich')],
  [edge('start', 'think')],
)

it('offers AI steps to all members of an organisation if it has an AI account', async () => {
  const owner = harness.caller()
  const colleague = harness.caller({ orgId: owner.principal.orgId })
  connected.add(owner.principal.orgId ?? '')
  await eventually(async () => expect(await readTypes(owner)).toContain('enrich'))
  expect(await readTypes(colleague)).toEqual(await readTypes(owner))
  const stranger = harness.caller()
  expect(await readTypes(stranger)).not.toContain('enrich')
  expect(await readTypes(stranger)).toContain('set_fields')
  const id = await stranger.create(thinking)
  expect(await stranger.call('PATCH', `/api/workflows/${id}`, { active: true })).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'unregistered_node' }] },
  })
})

it('activates a workflow without a usable model and returns a warning', async () => {
  const owner = harness.caller()
  const colleague = harness.caller({ orgId: owner.principal.orgId })
  connected.add(owner.principal.orgId ?? '')
  owners.add(owner.principal.userId)
  await eventually(async () => expect(await readTypes(owner)).toContain('enrich'))
  const path = `/api/workflows/${await colleague.create(thinking)}`
  const warnings = [
    {
      code: 'no_model',
      message: expect.stringContaining('"think"'),
      fix: { label: 'Connect an AI account', href: '/channels' },
    },
  ]
  expect(await colleague.call('GET', path)).toMatchObject({ status: 200, body: { warnings } })
  expect(await colleague.call('PATCH', path, { active: true })).toMatchObject({
    status: 200,
    body: { active: true, warnings },
  })
  expect((await owner.call('PATCH', path, { active: true })).body).toMatchObject({ warnings: [] })
})
