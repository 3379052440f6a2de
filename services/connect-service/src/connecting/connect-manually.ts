import { type Channel, connectErrors, type Picker } from '@atrium/contracts'
import { shownChannel } from '../channels/shown-channels.ts'
import type { Ctx, Deps } from '../deps.ts'
import { notConfigured, refused } from '../errors.ts'
import { requireProvider } from '../require-provider.ts'
import { connectAtOnce, isToken } from './begun-connect.ts'

/**
 * Connects with a pasted token (docs/reference/channels.md, "Connecting"). Throws `not_configured`,
 * `no_pages_found`, `token_rejected` with the network's message, or `network_unavailable`.
 */
export async function connectManually(
  deps: Deps,
  { principal }: Ctx,
  { network, token, shared }: { network: string; token: string; shared: boolean },
): Promise<{ channel: Channel } | { picker: Picker }> {
  const used = requireProvider(deps, network)
  const { pastedToken, scopes } = used.provider
  if (pastedToken === undefined)
    throw notConfigured(`${network} with a token`, 'connect it through its dialog instead')
  if (!isToken(token))
    throw connectErrors.token_rejected({
      message: 'This is not a token. Copy the whole token and try again.',
    })
  const settled = await connectAtOnce(deps, principal, used, async () => {
    const { reason, ...found } = await refused(pastedToken(token))
    if (found.accounts.length > 0) return { ...found, scopes, shared }
    throw connectErrors.no_pages_found(reason === undefined ? {} : { message: reason })
  })
  return 'row' in settled ? { channel: await shownChannel(deps, settled.row) } : settled
}
