import {
  type Channel,
  commonErrors,
  connectErrors,
  type connectModel as operation,
} from '@atrium/contracts'
import type { z } from 'zod'
import type { ChannelOwner } from '../channels/channel.ts'
import { shownChannel } from '../channels/shown-channels.ts'
import { listOwnChannels } from '../channels/stored-channels.ts'
import { connectAtOnce, isToken } from '../connecting/begun-connect.ts'
import type { Ctx, Deps } from '../deps.ts'
import { refused } from '../errors.ts'
import { checkKey } from '../providers/model/check-key.ts'
import { requireProvider } from '../require-provider.ts'
import { defaultName, type ModelOfChannel, toAccountId, toSettings } from './model-channel.ts'

/**
 * Connects a language model with a key after checking the key with the provider
 * (docs/reference/models.md, "Channels"). Throws `not_configured`, `token_rejected` with the
 * provider's message, or `network_unavailable`.
 */
export async function connectModel(
  deps: Deps,
  { principal }: Ctx,
  body: z.output<typeof operation.body>,
): Promise<Channel> {
  const { provider, apiKey, name: given, shared = false } = body
  const used = requireProvider(deps, 'model')
  if (!isToken(apiKey))
    throw connectErrors.token_rejected({
      message: 'This is not a key. Copy the whole key and try again.',
    })
  const of: ModelOfChannel = { provider, model: body.model ?? null }
  const name = given ?? defaultName(of)
  const settled = await connectAtOnce(deps, principal, used, async () => {
    const baseUrl = deps.models.baseUrls[provider]
    await refused(checkKey(deps.networkClient, { baseUrl, apiKey, now: deps.now() }))
    const grant = { accessToken: apiKey, expiresAt: null }
    const id =
      (await endedChannel(deps, principal, provider, name)) ?? toAccountId(apiKey, of, name)
    const account = { ...grant, id, name, pictureUrl: null, settings: toSettings(of) }
    return { grant, accounts: [account], scopes: [], shared }
  })
  if (!('row' in settled)) throw commonErrors.not_found()
  return shownChannel(deps, settled.row)
}

/**
 * Returns the account of the user's channel with this name if its key no longer works. The new key
 * then replaces the old one.
 */
async function endedChannel(
  deps: Deps,
  owner: ChannelOwner,
  provider: string,
  name: string,
): Promise<string | undefined> {
  const ownChannels = await listOwnChannels(deps.db, owner, 'model')
  return ownChannels.find(
    (row) =>
      row.status === 'invalidated' && row.settings['provider'] === provider && row.name === name,
  )?.account_id
}
