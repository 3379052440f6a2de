import type { Principal } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { ChannelOwner } from '../channels/channel.ts'
import { connectChannel } from '../channels/connect-channel.ts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { notConfigured } from '../errors.ts'
import { NetworkError } from '../network/network-error.ts'
import { createPicker } from '../pickers/create-picker.ts'
import type { Accounts, Grant } from '../providers/provider.ts'
import { type LiveNetwork, requireProvider } from '../require-provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { endBegun, takeBegun } from './begun-connects.db.ts'
import { hashState } from './start-connect.ts'

/** What a network sends back with the browser. */
export interface Callback {
  code?: string | undefined
  state?: string | undefined
  error?: string | undefined
  error_description?: string | undefined
}

type Outcome = { connected: string } | { picker: string } | { error: string; detail: string }

const sameSession = 'Begin again from the session that you want to connect with'

/**
 * Ends a connect: where on the dashboard the browser goes. Throws only `not_found` and `not_configured`;
 * every other refusal is in the address, for the dashboard to show.
 */
export async function finishConnect(
  deps: Deps,
  { principal }: { principal: Principal | null },
  network: string,
  callback: Callback,
): Promise<URL> {
  if (requireProvider(deps, network).provider.exchangeCode === undefined) {
    throw notConfigured(`${network} through a dialog`)
  }
  const { outcome, returnTo } = await decide(deps, principal, network, callback)
  const url = new URL(deps.config.DASHBOARD_URL + returnTo)
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value)
  return url
}

async function decide(
  deps: Deps,
  principal: Principal | null,
  network: string,
  callback: Callback,
): Promise<{ outcome: Outcome; returnTo: string }> {
  const invalid = (detail: string) => ({
    outcome: { error: 'state_invalid', detail } as const,
    returnTo: '/channels',
  })
  const { state } = callback
  if (principal === null || state === undefined) return invalid(sameSession)
  // Taken only by its own session: a stranger's visit does not use up somebody's state.
  const kept = await takeBegun(deps.db, {
    state_hash: hashState(state),
    network: requireProvider(deps, network).provider.network,
    owner_id: principal.userId,
    credential_id: principal.credentialId,
  })
  if (kept === undefined) return invalid(sameSession)
  if (kept.expires_at <= deps.now()) return invalid('This took longer than ten minutes; connect again')
  const returnTo = kept.return_to
  if (callback.error !== undefined) {
    const detail = callback.error_description ?? 'The network did not grant access'
    return { outcome: { error: callback.error.slice(0, 80), detail: detail.slice(0, 300) }, returnTo }
  }
  if (callback.code === undefined) {
    return { outcome: { error: 'code_missing', detail: 'The network sent no code' }, returnTo }
  }
  // The org in which it began, whatever is active now; none of a state from before channels belonged to orgs.
  if (kept.org_id === null) return invalid('Begin again in the organisation that you want to connect for')
  const owner = { orgId: kept.org_id, userId: kept.owner_id }
  const used = requireProvider(deps, network)
  const { exchangeCode } = used.provider
  if (exchangeCode === undefined) throw notConfigured(`${network} through a dialog`)
  const context = sealContext.verifier(kept.state_hash)
  const opened = kept.verifier === null ? null : used.vault.open(kept.verifier, context)
  if (opened === undefined) return invalid('The key of this platform was changed meanwhile; connect again')
  const verifier = opened?.text
  try {
    const grant = await exchangeCode({ code: callback.code, verifier })
    const found = await used.provider.accounts(grant)
    const scopes = kept.requested_scopes ?? used.provider.scopes
    const outcome = await inTransaction(deps.db, undefined, async (tx) =>
      (await endBegun(tx, kept.state_hash))
        ? settle(tx, used, owner, { scopes, grant, found }, deps.now())
        : undefined,
    )
    return outcome === undefined ? invalid('You are no longer in the organisation') : { outcome, returnTo }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const away = error.class === 'retry' || error.class === 'unknown'
    deps.logger.warn({ network, code: error.code, class: error.class }, 'A connect was refused')
    return {
      outcome: { error: away ? 'network_unavailable' : 'connect_refused', detail: error.message },
      returnTo,
    }
  }
}

interface Granted {
  /** What was asked for. */
  scopes: readonly string[]
  grant: Grant
  found: Accounts
}

async function settle(
  tx: Transaction,
  used: LiveNetwork,
  owner: ChannelOwner,
  { scopes, grant, found: { accounts, reason } }: Granted,
  now: Date,
): Promise<Outcome> {
  const [first] = accounts
  if (first === undefined) return { error: 'no_pages_found', detail: reason ?? 'No Pages found' }
  const { preferredAccount } = used.provider
  const chosen = accounts.length === 1 ? first : accounts.find(({ id }) => id === preferredAccount)
  return chosen === undefined
    ? { picker: (await createPicker(tx, used, owner, { grant, accounts, scopes }, now)).id }
    : { connected: (await connectChannel(tx, used, owner, chosen, scopes)).id }
}
