import type { PublishOutcome, SocialPlatform } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveChannel } from '../src/channels/channels.db.ts'
import type { NetworkError } from '../src/network/network-error.ts'
import { graphError } from '../src/providers/graph/graph-error.ts'
import type { Provider } from '../src/providers/provider.ts'
import { shortpostError } from '../src/providers/shortpost/shortpost-error.ts'
import { requireProvider } from '../src/require-provider.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { buildPoster, type Poster } from './network-posts.ts'

/** How the network refuses the next post of an account. */
const refusals = new Map<string, NetworkError | undefined>()
const sent: string[] = []
const provider = (network: SocialPlatform): Provider => ({
  network,
  pkce: false,
  scopes: [],
  accounts: async () => ({ accounts: [] }),
  async publish({ accountId }) {
    sent.push(accountId)
    const refusal = refusals.get(accountId)
    if (refusal !== undefined) throw refusal
    return { externalId: `${accountId}-${sent.length}`, externalUrl: null }
  },
})
const graphRefusal = (code: number) =>
  graphError(
    { status: 400, headers: {}, json: { error: { message: 'Too many calls', code } } },
    { creates: true, secrets: [], now: new Date() },
  )

let harness: Harness
let person: Caller
beforeAll(async () => {
  harness = await startHarness({
    furtherProviders: () => [provider('pagenet'), provider('photonet'), provider('shortpost')],
  })
})
afterAll(() => harness?.stop())
beforeEach(async () => {
  await harness.deps.db.deleteFrom('account_rates').execute()
  refusals.clear()
  sent.splice(0)
  person = harness.person()
})

async function account(network: SocialPlatform, id: string): Promise<Poster> {
  const { vault } = requireProvider(harness.deps, network)
  const about = { id, name: id, pictureUrl: null, accessToken: `token-of-${id}`, expiresAt: null }
  const row = await inTransaction(harness.deps.db, undefined, (tx) =>
    saveChannel(harness.deps, tx, {
      vault,
      owner: person.principal,
      network,
      account: about,
      scopes: [],
      shared: false,
    }),
  )
  return buildPoster(harness, network, person, row.id)
}
const outcome = async (poster: Poster): Promise<PublishOutcome['outcome']> =>
  (await poster.publish(poster.post())).outcome

test.each([17, 32, 341, 613, 80_001])(
  'blocks only the refused account after code %i',
  async (code) => {
    const [refused, other] = [
      await account('pagenet', 'refused'),
      await account('pagenet', 'other'),
    ]
    refusals.set('refused', graphRefusal(code))
    expect([await outcome(refused), await outcome(refused), await outcome(other)]).toEqual([
      'failed',
      'failed',
      'posted',
    ])
    expect(sent).toEqual(['refused', 'other'])
  },
)

test("blocks every account of the network after code 4, the app's limit, but no other network", async () => {
  const [refused, other] = [await account('pagenet', 'refused'), await account('pagenet', 'other')]
  const elsewhere = await account('photonet', 'elsewhere')
  refusals.set('refused', graphRefusal(4))
  expect([await outcome(refused), await outcome(other), await outcome(elsewhere)]).toEqual([
    'failed',
    'failed',
    'posted',
  ])
  expect(sent).toEqual(['refused', 'elsewhere'])
})

test.each([4, 17, 32])(
  'blocks nothing after code %i of another network, because it is no rate limit',
  async (code) => {
    const [refused, other] = [
      await account('shortpost', 'refused'),
      await account('shortpost', 'other'),
    ]
    const answer = {
      status: 400,
      headers: {},
      json: { errors: [{ code, message: 'Not this way' }] },
    }
    refusals.set('refused', shortpostError(answer, { creates: true, secrets: [], now: new Date() }))
    expect([await outcome(refused), await outcome(refused), await outcome(other)]).toEqual([
      'failed',
      'failed',
      'posted',
    ])
    expect(sent).toEqual(['refused', 'refused', 'other'])
  },
)
