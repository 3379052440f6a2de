import { randomBytes } from 'node:crypto'
import { type Channel, commonErrors, connectErrors, type OrgPrincipal, type Picker } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { connectChannel } from '../channels/connect-channel.ts'
import { shownChannel } from '../channels/shown-channels.ts'
import type { Ctx, Deps } from '../deps.ts'
import { notConfigured, refusal } from '../errors.ts'
import { createPicker } from '../pickers/create-picker.ts'
import type { Provider } from '../providers/provider.ts'
import { requireProvider } from '../require-provider.ts'
import { endBegun, insertBegun } from './begun-connects.db.ts'
import { hashState } from './start-connect.ts'

// Nothing else can stand in a header or is part of any network's tokens.
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
  if (used.provider.pastedToken === undefined) throw notConfigured(`${network} with a token`)
  if (!printable.test(token)) throw connectErrors.token_rejected({ message: 'This is not a token' })
  const begun = await begin(deps, principal, used.provider)
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
  const settled = await inTransaction(deps.db, undefined, async (tx) => {
    if (!(await endBegun(tx, begun))) throw commonErrors.not_found()
    if (chosen !== undefined) return { row: await connectChannel(tx, used, principal, chosen) }
    const granted = { ...found, scopes: used.provider.scopes }
    return { picker: await createPicker(tx, used, principal, granted, deps.now()) }
  })
  return 'row' in settled ? { channel: await shownChannel(deps, settled.row) } : settled
}

const longestMinutes = 10

/** Records that a connect has begun: a purge of the org or the member meanwhile ends it. */
async function begin(deps: Deps, principal: OrgPrincipal, { network }: Provider): Promise<string> {
  const stateHash = hashState(randomBytes(32).toString('base64url'))
  await inTransaction(deps.db, undefined, (tx) =>
    insertBegun(tx, {
      state_hash: stateHash,
      taken: true,
      network,
      owner_id: principal.userId,
      org_id: principal.orgId,
      credential_id: principal.credentialId,
      verifier: null,
      requested_scopes: null,
      return_to: '',
      expires_at: new Date(deps.now().getTime() + longestMinutes * 60_000),
    }),
  )
  return stateHash
}
