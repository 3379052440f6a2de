import { type PublishOutcome, PublishPost, type PublishPostInput } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ChannelRow } from '../src/channels/channel.ts'
import { channelToken } from '../src/channels/channel-token.ts'
import { saveChannel } from '../src/channels/channels.db.ts'
import { findChannelById } from '../src/channels/refresh.db.ts'
import type { Deps } from '../src/deps.ts'
import { NetworkError } from '../src/network/network-error.ts'
import { requireProvider } from '../src/require-provider.ts'
import { sealContext } from '../src/tokens/token-vault.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { buildPoster } from './network-posts.ts'
import { startTokenNetwork, type TokenNetwork } from './token-network.ts'

export interface TokenStage {
  readonly network: TokenNetwork
  readonly harness: Harness
  readonly replica: Deps
  readonly person: Caller
  /**
   * Creates a channel whose token expires in the given number of minutes. Defaults to the stage's
   * user.
   */
  channel(
    minutes: number,
    owner?: Caller,
    tokens?: { accessToken: string; refreshToken: string },
  ): Promise<ChannelRow>
  /** Returns the access token that a replica would send now. */
  tokenOf(deps: Deps, row: ChannelRow): Promise<string>
  stored(id: string): Promise<ChannelRow>
  refreshTokenOf(id: string): Promise<string>
  aPost(row: ChannelRow): PublishPostInput
  publish(input: PublishPostInput): Promise<PublishOutcome>
}

export const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000)

export const refusal = (call: Promise<unknown>): Promise<NetworkError> =>
  call.then(
    () => expect.unreachable('it was not refused'),
    (error: unknown) => {
      if (error instanceof NetworkError) return error
      throw error
    },
  )

/**
 * Prepares two replicas and a token network for every test of a file. Each test gets its own user.
 */
export function onTokenStage(): TokenStage {
  let network: TokenNetwork
  let harness: Harness
  let replica: Deps
  let person: Caller
  beforeAll(async () => {
    network = await startTokenNetwork()
    harness = await startHarness({
      furtherProviders: (client, now) => [network.provider(client, now)],
    })
    replica = await harness.addReplica()
  })
  afterAll(async () => {
    await harness?.stop()
    await network?.stop()
  })
  beforeEach(async () => {
    Object.assign(network, {
      failure: undefined,
      rotates: true,
      delayMs: 0,
      lifetimeSeconds: 3_600,
    })
    network.refreshes.splice(0)
    network.revoked.splice(0)
    await harness.deps.db.deleteFrom('channels').execute()
    person = harness.person()
  })
  const stored = async (id: string): Promise<ChannelRow> => {
    const row = await findChannelById(harness.deps.db, id)
    if (row === undefined) throw new Error('no such channel')
    return row
  }
  return {
    get network() {
      return network
    },
    get harness() {
      return harness
    },
    get replica() {
      return replica
    },
    get person() {
      return person
    },
    channel(minutes, owner = person, tokens = network.give()) {
      const { vault } = requireProvider(harness.deps, 'pronet')
      const account = {
        id: '77',
        name: 'Ours',
        pictureUrl: null,
        ...tokens,
        expiresAt: inMinutes(minutes),
      }
      return inTransaction(harness.deps.db, undefined, (tx) =>
        saveChannel(harness.deps, tx, {
          vault,
          owner: owner.principal,
          network: 'pronet',
          account,
          scopes: ['post'],
          shared: false,
        }),
      )
    },
    tokenOf: async (deps, row) =>
      (await channelToken(deps, requireProvider(deps, 'pronet'), row)).accessToken,
    stored,
    async refreshTokenOf(id) {
      const { vault } = requireProvider(harness.deps, 'pronet')
      return vault.open((await stored(id)).refresh_token ?? '', sealContext.refresh(id))?.text ?? ''
    },
    aPost: (row) => ({
      ...buildPoster(harness, 'pronet', person, row.id).post(),
      orgId: row.org_id ?? '',
      actorId: row.owner_id,
    }),
    publish: (input) => callRpc(harness.bus, PublishPost, input),
  }
}
