import type { NetworkClient } from '../../network/call-network.ts'
import { debugToken } from '../graph/debug-token.ts'
import { createGraph } from '../graph/graph-client.ts'
import { createGraphSignIn, type GraphSettings, graphApiUrl } from '../graph/graph-sign-in.ts'
import type { NoteUsage, Provider } from '../provider.ts'
import { linkedAccounts } from './linked-accounts.ts'
import { photonetPublishing } from './publish.ts'

export interface PhotonetSettings extends GraphSettings {
  /** Milliseconds that one post may take, the network's preparing included. */
  publishMs?: number | undefined
}

/** The permissions that docs/reference/channels.md names for it. */
export const photonetScopes = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
] as const

// With what is read back afterwards still below the minute that callers wait.
const defaultPublishMs = 35_000

/**
 * The photo network: the accounts that are linked to a person's Pages, through the graph API. It has no way to
 * take back one account's token alone.
 */
export function createPhotonet(
  settings: PhotonetSettings,
  client: NetworkClient,
  noteUsage: NoteUsage,
  now: () => Date,
): Provider {
  const graph = createGraph(client, graphApiUrl(settings), noteUsage, [settings.clientSecret])
  const { longLived: _, ...signIn } = createGraphSignIn(settings, photonetScopes, client, graph, now)
  return {
    network: 'photonet',
    pkce: false,
    scopes: photonetScopes,
    ...signIn,
    accounts: (grant) => linkedAccounts(graph, grant, (token) => debugToken(graph, settings, token)),
    ...photonetPublishing(graph, settings.publishMs ?? defaultPublishMs, now),
  }
}
