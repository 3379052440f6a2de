import type { finishConnect as operation, Principal } from '@atrium/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import { withQuery } from '../providers/api.ts'
import type { Provider } from '../providers/provider.ts'
import { findLiveNetwork, type LiveNetwork } from '../require-provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { hashState, settleConnect } from './begun-connect.ts'
import { takeBegun } from './begun-connects.db.ts'

type Callback = z.output<typeof operation.query>

type Outcome = { connected: string } | { picker: string } | { error: string; detail: string }

const sameSession = 'Start connecting again from the browser you began with'

/**
 * Finishes a connect and returns the dashboard URL to redirect the browser to. The URL also carries
 * refusals. Throws only `not_found`, if the network is unknown.
 */
export async function finishConnect(
  deps: Deps,
  { principal }: { principal: Principal | null },
  network: string,
  callback: Callback,
): Promise<URL> {
  // A network may become dormant while the user is in its dialog.
  const used = findLiveNetwork(deps, network)
  const exchangeCode = used?.provider.exchangeCode
  const { outcome, returnTo } =
    used === undefined || exchangeCode === undefined
      ? dormant(network)
      : await decide(deps, { principal, used, exchangeCode, callback })
  return withQuery(deps.config.DASHBOARD_URL + returnTo, outcome)
}

const dormant = (network: string): { outcome: Outcome; returnTo: string } => ({
  outcome: { error: 'not_configured', detail: `${network} is not set up in Atrium` },
  returnTo: '/channels',
})

async function decide(
  deps: Deps,
  {
    principal,
    used,
    exchangeCode,
    callback,
  }: {
    principal: Principal | null
    used: LiveNetwork
    exchangeCode: NonNullable<Provider['exchangeCode']>
    callback: Callback
  },
): Promise<{ outcome: Outcome; returnTo: string }> {
  const { network } = used.provider
  const invalid = (detail: string) => ({
    outcome: { error: 'state_invalid', detail } as const,
    returnTo: '/channels',
  })
  const { state } = callback
  if (principal === null || state === undefined) return invalid(sameSession)
  // Only the session of the connect can take it, so another visitor cannot use it up.
  const kept = await takeBegun(deps.db, {
    state_hash: hashState(state),
    network,
    owner_id: principal.userId,
    credential_id: principal.credentialId,
  })
  if (kept === undefined) return invalid(sameSession)
  if (kept.expires_at <= deps.now())
    return invalid('Connecting took longer than ten minutes. Start again.')
  const returnTo = kept.return_to
  const refuse = (error: string, detail: string) => ({ outcome: { error, detail }, returnTo })
  if (callback.error !== undefined) {
    const detail = callback.error_description ?? 'The network did not grant access'
    return refuse(callback.error.slice(0, 80), detail.slice(0, 300))
  }
  if (callback.code === undefined) return refuse('code_missing', 'The network sent no code')
  // Use the organisation in which the connect started, not the active one. It is null if the state
  // is older than organisation ownership.
  if (kept.org_id === null)
    return invalid('You have switched to another organisation. Start connecting again.')
  const owner = { orgId: kept.org_id, userId: kept.owner_id }
  const context = sealContext.verifier(kept.state_hash)
  const opened = kept.verifier === null ? null : used.vault.open(kept.verifier, context)
  if (opened === undefined)
    return invalid(
      'A key of this installation was changed in the meantime. Start connecting again.',
    )
  try {
    const grant = await exchangeCode({ code: callback.code, verifier: opened?.text })
    const { accounts, reason } = await used.provider.accounts(grant)
    if (accounts.length === 0) return refuse('no_pages_found', reason ?? 'No Pages found')
    const granted = {
      grant,
      accounts,
      scopes: kept.requested_scopes ?? used.provider.scopes,
      shared: kept.shared,
    }
    const settled = await settleConnect(deps, { used, owner, stateHash: kept.state_hash, granted })
    if (settled === undefined) return invalid('You are no longer a member of this organisation')
    const outcome = 'row' in settled ? { connected: settled.row.id } : { picker: settled.picker.id }
    return { outcome, returnTo }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const away = error.class === 'retry' || error.class === 'unknown'
    deps.logger.warn({ network, code: error.code, class: error.class }, 'A connect was refused')
    return refuse(away ? 'network_unavailable' : 'connect_refused', error.message)
  }
}
