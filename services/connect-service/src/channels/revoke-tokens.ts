import pLimit from 'p-limit'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import { sealContext } from '../tokens/token-vault.ts'
import type { ChannelRow } from './channel.ts'
import { isConnectedElsewhere } from './channels.db.ts'

const longestMs = 10_000
const atOnce = 4

/**
 * Revokes the tokens of forgotten channels at their networks in the background: best effort, a few at a time, for ten
 * seconds each at most. A network may treat all tokens of an account as one: they stay while another channel has the
 * same account.
 */
export function revokeTokens(deps: Deps, forgotten: readonly ChannelRow[]): void {
  // Until the transaction that forgets them has ended, their rows are still there.
  const ids = forgotten.map(({ id }) => id)
  const work = pLimit(atOnce).map(forgotten, (row) => revokeOrLog(deps, row, ids))
  deps.revocations.add(work)
  void work.finally(() => deps.revocations.delete(work))
}

async function revokeOrLog(
  deps: Deps,
  row: ChannelRow,
  forgotten: readonly string[],
): Promise<void> {
  await revoke(deps, row, forgotten).catch((error: unknown) => {
    const { id: channelId, network } = row
    const why =
      error instanceof NetworkError ? { code: error.code, class: error.class } : { err: error }
    deps.logger.warn(
      { channelId, network, ...why },
      'The tokens of a forgotten channel were not revoked',
    )
  })
}

async function revoke(
  { db, providers, vault }: Deps,
  row: ChannelRow,
  forgotten: readonly string[],
): Promise<void> {
  const provider = providers.get(row.network)
  if (provider?.revoke === undefined || vault === null) return
  if (await isConnectedElsewhere(db, row, forgotten)) return
  const accessToken = vault.open(row.access_token, sealContext.access(row.id))?.text
  if (accessToken === undefined) throw new Error('No key opens the token to revoke')
  const refreshToken =
    row.refresh_token === null
      ? undefined
      : vault.open(row.refresh_token, sealContext.refresh(row.id))?.text
  const tooLong = new NetworkError('retry', 'The network did not answer in time')
  await within(longestMs, provider.revoke({ accessToken, refreshToken }), tooLong)
}

async function within(millis: number, work: Promise<void>, tooLong: Error): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(tooLong), millis)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
