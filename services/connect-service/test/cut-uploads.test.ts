import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AssetServer, startAssetServer } from './asset-server.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { connectAt } from './network-flow.ts'
import { buildPoster } from './network-posts.ts'

let harness: Harness
let assets: AssetServer
let person: Caller
const channels = { shortpost: '', pronet: '' }
let media: string[]

beforeAll(async () => {
  assets = await startAssetServer()
  const files = ['a.png', 'b.png'].map((name) => assets.add(name, 'image/png', Buffer.from(name)))
  media = files
  harness = await startHarness({
    networks: ['shortpost', 'pronet'],
    env: { API_URL: assets.origin, ASSETS_SERVICE_URL: assets.origin },
  })
  person = harness.person()
  channels.shortpost = await connectAt(person, 'shortpost')
  channels.pronet = await connectAt(person, 'pronet')
})
afterAll(async () => {
  await harness.stop()
  await assets.stop()
})
beforeEach(async () => {
  for (const network of ['shortpost', 'pronet'] as const) {
    harness.sandbox[network].faults.clear()
    harness.sandbox[network].posts.splice(0)
  }
  await harness.deps.db.deleteFrom('account_rates').execute()
})

const steps = {
  shortpost: ['/initialize', '/append', '/finalize', 'POST /2/tweets'],
  pronet: ['POST /rest/images', 'PUT /dms-uploads', 'POST /rest/posts'],
}
const kinds = ['cut_before', 'cut_after', 'garbage', 'status'] as const
const cases = (['shortpost', 'pronet'] as const).flatMap((network) =>
  steps[network].flatMap((match) => kinds.map((kind) => [network, kind, match] as const)),
)

test.each(cases)(
  'makes at most one post, and repeated attempts end, if %s has the fault %s at %s',
  async (network, kind, match) => {
    const { faults, posts } = harness.sandbox[network]
    const poster = buildPoster(harness, network, person, channels[network])
    const input = poster.post({ media })
    faults.add({ kind, match, status: 500 })
    const outcomes: string[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const outcome = await poster.publish({ ...input, attemptKey: `${input.attemptKey}-${turn}` })
      const retried = outcome.outcome === 'failed' && outcome.failure.class === 'retry'
      outcomes.push(retried ? 'retry' : outcome.outcome)
      if (!retried) break
    }
    const sending = match.endsWith('tweets') || match.endsWith('posts')
    const last = outcomes.at(-1)
    if (!sending) {
      expect([last, posts.length]).toEqual(['posted', 1])
      return
    }
    expect(outcomes).toHaveLength(1)
    const arrived = kind === 'cut_after' || kind === 'garbage'
    expect(posts).toHaveLength(arrived ? 1 : 0)
    // Posts can be looked up at the short-post network, but not at the professional network.
    const known = arrived && network === 'shortpost'
    expect(last).toBe(known ? 'posted' : 'unconfirmed')
  },
)
