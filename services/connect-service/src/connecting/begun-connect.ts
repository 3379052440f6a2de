import { createHash, randomBytes } from 'node:crypto'
import { commonErrors, type OrgPrincipal, type Picker } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Insertable } from 'kysely'
import type { ChannelOwner, ChannelRow } from '../channels/channel.ts'
import { connectChannel } from '../channels/connect-channel.ts'
import { requireChannelRoom } from '../channels/require-channel-room.ts'
import type { Database } from '../database.ts'
import type { Deps } from '../deps.ts'
import { createPicker } from '../pickers/create-picker.ts'
import type { Accounts, Grant, Provider } from '../providers/provider.ts'
import type { LiveNetwork } from '../require-provider.ts'
import { endBegun, insertBegun } from './begun-connects.db.ts'

const longestMs = 10 * 60_000

// HTTP headers and the tokens of all networks contain only these characters.
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

export const hashState = (state: string): string =>
  createHash('sha256').update(state).digest('base64url')

type Begun = Pick<
  Insertable<Database['oauth_states']>,
  'state_hash' | 'verifier' | 'requested_scopes' | 'return_to' | 'taken' | 'shared'
>

/**
 * Records a connect for ten minutes. If the organisation or member is purged meanwhile, the connect
 * ends.
 */
export const beginConnect = (
  deps: Deps,
  { userId, orgId, credentialId }: OrgPrincipal,
  { network }: Provider,
  begun: Begun,
): Promise<void> =>
  inTransaction(deps.db, undefined, (tx) =>
    insertBegun(tx, {
      ...begun,
      network,
      owner_id: userId,
      org_id: orgId,
      credential_id: credentialId,
      expires_at: new Date(deps.now().getTime() + longestMs),
    }),
  )

type Granted = { grant: Grant; scopes: readonly string[]; shared: boolean } & Pick<
  Accounts,
  'accounts'
>

/**
 * Connects the only or preferred account of a grant, or stores a picker if there are several.
 * Returns undefined if the membership has ended. Throws `plan_limit` (402).
 */
export async function settleConnect(
  deps: Deps,
  {
    used,
    owner,
    stateHash,
    granted,
  }: { used: LiveNetwork; owner: ChannelOwner; stateHash: string; granted: Granted },
): Promise<{ row: ChannelRow } | { picker: Picker } | undefined> {
  const { accounts, scopes, shared } = granted
  const preferred = accounts.find(({ id }) => id === used.provider.preferredAccount)
  const chosen = accounts.length === 1 ? accounts[0] : preferred
  if (chosen !== undefined)
    await requireChannelRoom(deps, owner, used.provider.network, [chosen.id])
  return inTransaction(deps.db, undefined, async (tx) => {
    if (!(await endBegun(tx, stateHash))) return undefined
    if (chosen !== undefined)
      return {
        row: await connectChannel(deps, tx, { used, owner, account: chosen, scopes, shared }),
      }
    return { picker: await createPicker(deps, tx, { used, owner, granted }) }
  })
}

/**
 * Connects the accounts that `find` returns, without a consent dialog. Throws `not_found` if the
 * membership has ended.
 */
export async function connectAtOnce(
  deps: Deps,
  principal: OrgPrincipal,
  used: LiveNetwork,
  find: () => Promise<Granted>,
): Promise<{ row: ChannelRow } | { picker: Picker }> {
  // Random, because no network sends this state back.
  const state_hash = hashState(randomBytes(32).toString('base64url'))
  const begun = { state_hash, taken: true, verifier: null, requested_scopes: null, return_to: '' }
  await beginConnect(deps, principal, used.provider, begun)
  const settled = await settleConnect(deps, {
    used,
    owner: principal,
    stateHash: state_hash,
    granted: await find(),
  })
  if (settled === undefined) throw commonErrors.not_found()
  return settled
}
