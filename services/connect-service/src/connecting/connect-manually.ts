import { type Channel, commonErrors, connectErrors, type Picker } from '@atrium/contracts'
import { shownChannel } from '../channels/shown-channels.ts'
import type { Ctx, Deps } from '../deps.ts'
import { notConfigured, refused } from '../errors.ts'
import { requireProvider } from '../require-provider.ts'
import { beginConnect, settleConnect } from './begun-connect.ts'
import { newState } from './new-state.ts'

// Headers and all networks' tokens hold no other characters.
const printable = /^[\x21-\x7e]+$/

/**
 * Connects with a pasted token (docs/reference/channels.md, "Connecting"). Throws `not_configured`,
 * `no_pages_found`, `token_rejected` with the network's words, `network_unavailable`.
 */
export async function connectManually(
  deps: Deps,
  { principal }: Ctx,
  network: string,
  token: string,
): Promise<{ channel: Channel } | { picker: Picker }> {
  const used = requireProvider(deps, network)
  const { pastedToken, scopes } = used.provider
  if (pastedToken === undefined)
    throw notConfigured(`${network} with a token`, 'it is connected through its dialog')
  if (!printable.test(token)) throw connectErrors.token_rejected({ message: 'This is not a token' })
  const { state_hash } = newState()
  const begun = { state_hash, taken: true, verifier: null, requested_scopes: null, return_to: '' }
  await beginConnect(deps, principal, used.provider, begun)
  const { reason, ...found } = await refused(pastedToken(token))
  if (found.accounts.length === 0) {
    throw connectErrors.no_pages_found(reason === undefined ? {} : { message: reason })
  }
  const settled = await settleConnect(deps, used, principal, state_hash, { ...found, scopes })
  if (settled === undefined) throw commonErrors.not_found()
  return 'row' in settled ? { channel: await shownChannel(deps, settled.row) } : settled
}
