import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import { boundedWait } from '../network/stated-time.ts'
import type { Grant } from '../providers/provider.ts'
import type { LiveNetwork } from '../require-provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { type ChannelRow, tokenColumns } from './channel.ts'
import { invalidateChannel } from './invalidate-channel.ts'
import { dropLease, findChannelById, storeRefreshed, takeLease } from './refresh.db.ts'
import { revokeTokens } from './revoke-tokens.ts'

/** A token is refreshed when it expires within this time. */
export const refreshAheadMs = 5 * 60_000
/**
 * How long a call waits for another call's refresh: shorter while the old token is still valid,
 * longer once it has expired.
 */
const waitMs = { valid: 5_000, over: 20_000 }
const pollMs = 50
const pauseSeconds = 30
const mustRenew = 'The connection must be renewed, but the network does not respond'

const left = (row: ChannelRow, now: Date): number =>
  row.expires_at === null ? Number.POSITIVE_INFINITY : row.expires_at.getTime() - now.getTime()

/**
 * Returns the channel with a valid token. Refreshes the token if it expires within `aheadMs`, once
 * for all calls in all processes. If the network is unavailable, the old token is used until it
 * expires. Throws `NetworkError`: `reconnect` if the network refused the refresh (the channel is
 * then invalidated), `retry` if there is no valid token for now.
 */
export async function refreshChannel(
  deps: Deps,
  used: LiveNetwork,
  row: ChannelRow,
  aheadMs = refreshAheadMs,
): Promise<ChannelRow> {
  if (used.provider.refresh === undefined || row.refresh_token === null) return row
  const lasts = (seen: ChannelRow) => left(seen, deps.now()) > aheadMs
  return lasts(row) ? row : refreshOnce(deps, used, row.id, lasts)
}

/**
 * Returns the channel with a new token in place of a refused one, or undefined if there is no
 * refresh token. Throws `NetworkError` as `refreshChannel` does.
 */
export async function renewChannel(
  deps: Deps,
  used: LiveNetwork,
  refused: ChannelRow,
): Promise<ChannelRow | undefined> {
  if (used.provider.refresh === undefined || refused.refresh_token === null) return undefined
  const isOther = (row: ChannelRow) => row.access_token !== refused.access_token
  const row = await refreshOnce(deps, used, refused.id, isOther)
  if (isOther(row)) return row
  throw new NetworkError('retry', mustRenew, { retryAfter: pauseSeconds })
}

type Enough = (row: ChannelRow) => boolean

function refreshOnce(
  deps: Deps,
  used: LiveNetwork,
  id: string,
  enough: Enough,
): Promise<ChannelRow> {
  const running = deps.refreshes.get(id)
  if (running !== undefined) return running
  const refresh = refreshOrWait(deps, used, id, enough).finally(() => deps.refreshes.delete(id))
  deps.refreshes.set(id, refresh)
  return refresh
}

async function refreshOrWait(
  deps: Deps,
  used: LiveNetwork,
  id: string,
  enough: Enough,
): Promise<ChannelRow> {
  const began = performance.now()
  for (;;) {
    const row = await findChannelById(deps.db, id)
    if (row === undefined) throw gone('The account is no longer connected')
    if (row.status === 'invalidated')
      throw gone(row.invalid_reason ?? 'The network refused the connection')
    const now = deps.now()
    if (enough(row)) return row
    const notBefore = row.refresh_not_before?.getTime() ?? 0
    if (notBefore > now.getTime()) return oldOrThrow(deps, row, (notBefore - now.getTime()) / 1_000)
    const held = await inTransaction(deps.db, undefined, (tx) => takeLease(tx, row))
    if (held !== undefined) return refreshHeld(deps, used, held)
    const longest = left(row, now) > 0 ? waitMs.valid : waitMs.over
    if (performance.now() - began > longest) return oldOrThrow(deps, row, pauseSeconds)
    await sleep(pollMs)
  }
}

const gone = (message: string) => new NetworkError('reconnect', message)

function oldOrThrow(deps: Deps, row: ChannelRow, retryAfter: number): ChannelRow {
  if (left(row, deps.now()) > 0) return row
  throw new NetworkError('retry', mustRenew, { retryAfter })
}

async function refreshHeld(deps: Deps, used: LiveNetwork, held: ChannelRow): Promise<ChannelRow> {
  let grant: Grant | undefined
  try {
    grant = await ask(used, held)
  } catch (error) {
    return afterFailure(deps, held, error)
  }
  const fresh = tokenColumns(used.vault, held.id, grant, held.refresh_token)
  const stored = await inTransaction(deps.db, undefined, (tx) =>
    storeRefreshed(tx, held, fresh, deps.now()),
  )
  if (stored !== undefined) return stored
  // The channel was reconnected or deleted meanwhile, so its current state decides.
  const row = await findChannelById(deps.db, held.id)
  if (row !== undefined) return row
  // The delete revoked only the earlier tokens because it could not know the new ones.
  revokeTokens(deps, [{ ...held, ...fresh }])
  throw gone('The account is no longer connected')
}

async function ask({ provider, vault }: LiveNetwork, held: ChannelRow): Promise<Grant> {
  if (provider.refresh === undefined || held.refresh_token === null)
    throw gone('The account cannot be renewed without signing in again')
  const opened = vault.open(held.refresh_token, sealContext.refresh(held.id))
  if (opened !== undefined) return provider.refresh(opened.text)
  // The network did not refuse anything. The token works again once the right key is configured.
  throw new NetworkError(
    'blocked',
    'The stored token cannot be opened with the keys of this installation',
  )
}

async function afterFailure(deps: Deps, held: ChannelRow, error: unknown): Promise<ChannelRow> {
  const refused = error instanceof NetworkError && error.class === 'reconnect'
  // Invalidate the channel before the lease is released. Otherwise another call could ask the
  // network in between.
  if (refused) await invalidateChannel(deps, held, error.message)
  const seconds = (error instanceof NetworkError ? error.retryAfter : undefined) ?? pauseSeconds
  const notBefore = refused ? null : new Date(deps.now().getTime() + boundedWait(seconds) * 1_000)
  await inTransaction(deps.db, undefined, (tx) => dropLease(tx, held, notBefore))
  if (!(error instanceof NetworkError)) throw error
  const { id: channelId, network } = held
  deps.logger.warn(
    { channelId, network, code: error.code, class: error.class },
    'A token was not refreshed',
  )
  const row = await findChannelById(deps.db, held.id)
  const replaced = row !== undefined && row.access_token !== held.access_token
  if (replaced && row.status === 'active') return row
  if (!refused && row !== undefined && left(row, deps.now()) > 0) return row
  throw error
}
