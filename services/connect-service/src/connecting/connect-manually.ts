import type { Channel, OrgPrincipal, Picker } from '@atrium/contracts'
import { connectChannel } from '../channels/connect-channel.ts'
import { shownChannel } from '../channels/shown-channels.ts'
import type { Deps } from '../deps.ts'
import { connectErrors, notConfigured, refusal } from '../errors.ts'
import { createPicker } from '../pickers/create-picker.ts'
import { requireProvider } from '../require-provider.ts'

// Nothing else can stand in a header or is part of any network's tokens.
const printable = /^[\x21-\x7e]+$/

/**
 * Connects with a pasted token (core specification, "Connect and publish flow", 6). Throws `not_configured`,
 * `no_pages_found`, `token_rejected` with the network's words, `network_unavailable`.
 */
export async function connectManually(
  deps: Deps,
  principal: OrgPrincipal,
  network: string,
  token: string,
): Promise<{ channel: Channel } | { picker: Picker }> {
  const used = requireProvider(deps, network)
  if (used.provider.pastedToken === undefined) throw notConfigured(`${network} with a token`)
  if (!printable.test(token)) throw connectErrors.token_rejected({ message: 'This is not a token' })
  const found = await used.provider.pastedToken(token).catch((error: unknown) => {
    throw refusal(error)
  })
  const [first] = found.accounts
  if (first === undefined) {
    throw connectErrors.no_pages_found(found.reason === undefined ? {} : { message: found.reason })
  }
  const chosen =
    found.accounts.length === 1
      ? first
      : found.accounts.find(({ id }) => id === used.provider.preferredAccount)
  if (chosen === undefined) {
    return { picker: await createPicker(deps, principal, used, { ...found, scopes: used.provider.scopes }) }
  }
  const row = await connectChannel(deps, { owner: principal }, used, chosen)
  return { channel: await shownChannel(deps, row) }
}
