import * as calls from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { mayUse } from '../channels/channel.ts'
import { findUsableChannel } from '../channels/find-usable-channel.ts'
import { isEntitled } from '../channels/is-entitled.ts'
import { shownChannels } from '../channels/shown-channels.ts'
import { findChannels, listOwnChannels } from '../channels/stored-channels.ts'
import type { Deps } from '../deps.ts'
import { resealTokens } from '../tokens/reseal-tokens.ts'
import { publishComment } from './publish-comment.ts'
import { lookForPost, publishPost } from './publish-post.ts'

export const publishingRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(calls.ConnectStatus, async () => {
    const networks = calls.connectNetworks.map((network) => {
      const provider = deps.providers.get(network)
      return { network, live: provider !== undefined, publishing: provider?.publish !== undefined }
    })
    return { publishing: networks.some(({ publishing }) => publishing), networks }
  }),
  rpcHandler(calls.ListOwnerChannels, async ({ orgId, ownerId, network }) => ({
    items: await shownChannels(
      deps,
      await listOwnChannels(deps.db, { orgId, userId: ownerId }, network),
    ),
  })),
  rpcHandler(calls.CheckChannels, async ({ orgId, userId, channelIds }) => {
    const rows = await findChannels(deps.db, orgId, channelIds)
    const belongs = await isEntitled(deps, { orgId, userId }, rows)
    const channels = rows.map((row) => ({
      id: row.id,
      network: row.network,
      ownerId: row.owner_id,
      usable: belongs && mayUse(row, userId),
      name: row.name,
    }))
    return { channels }
  }),
  rpcHandler(calls.FindChannel, async (input) => ({
    channel: await findUsableChannel(deps, input),
  })),
  rpcHandler(calls.PublishPost, (input) => publishPost(deps, input)),
  rpcHandler(calls.LookForPost, (input) => lookForPost(deps, input)),
  rpcHandler(calls.PublishComment, (input) => publishComment(deps, input)),
  rpcHandler(calls.ResealTokens, (input) => resealTokens(deps, input)),
]
