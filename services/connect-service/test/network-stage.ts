import type { SocialPlatform } from '@atrium/contracts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type AssetServer, startAssetServer } from './asset-server.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { connectAt } from './network-flow.ts'
import { buildPoster, type Poster } from './network-posts.ts'

/** The service, files to publish, and a user with an account at the network. */
export interface NetworkStage {
  readonly harness: Harness
  readonly assets: AssetServer
  readonly person: Caller
  readonly channelId: string
  readonly poster: Poster
}

interface Staging {
  /** The time limit for a post in milliseconds. Defaults to the production value. */
  publishMs?: number
  /** Runs before each test. */
  reset(harness: Harness): void
}

/**
 * Prepares one sandbox network for every test of a file. Each test gets its own user and
 * connection.
 */
export function onStage(network: SocialPlatform, { publishMs, reset }: Staging): NetworkStage {
  let harness: Harness
  let assets: AssetServer
  let person: Caller
  let channelId: string
  let poster: Poster
  beforeAll(async () => {
    assets = await startAssetServer()
    harness = await startHarness({
      networks: [network],
      ...(publishMs === undefined ? {} : { publishMs }),
      env: { API_URL: assets.origin, ASSETS_SERVICE_URL: assets.origin },
    })
    harness.sandbox[network].redirectUris.add(
      `http://localhost:3000/api/connect/${network}/callback`,
    )
  })
  afterAll(async () => {
    await harness?.stop()
    await assets?.stop()
  })
  beforeEach(async () => {
    harness.clock.offsetMs = 0
    harness.sandbox[network].faults.clear()
    reset(harness)
    await harness.deps.db.deleteFrom('account_rates').execute()
    person = harness.person()
    channelId = await connectAt(person, network)
    poster = buildPoster(harness, network, person, channelId)
  })
  return {
    get harness() {
      return harness
    },
    get assets() {
      return assets
    },
    get person() {
      return person
    },
    get channelId() {
      return channelId
    },
    get poster() {
      return poster
    },
  }
}
