import pLimit from 'p-limit'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import { sealContext } from '../tokens/token-vault.ts'
import type { ChannelRow } from './channel.ts'
import { isConnectedElsewhere } from './channels.db.ts'

const longestMs = 10_000
const atOnce = 4

/**
 * Revokes deleted channels' tokens at their networks. This is best effort and runs in the
 * background, a few at a time, with a timeout of ten seconds each. If another channel uses the same
 * account, the tokens stay, because some networks revoke all tokens of an account together.
 */
export function revokeTokens(deps: Deps, forgotten: readonly ChannelRow[]): void {
  // The rows still exist until the deleting transaction commits.
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
  if (accessToken === undefined)
    throw new Error('The token cannot be opened with the keys of this installation')
  const refreshToken =
    row.refresh_token === null
      ? undefined
      : vault.open(row.refresh_token, sealContext.refresh(row.id))?.text
  const tooLong = new NetworkError('retry', 'The network did not answer in time')
  await within(longestMs, provider.revoke({ accessToken, refreshToken }), tooLong)
}

async function within(millis: number, work: Promise<void>, tooLong: Error): Promise<void> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(tooLong), millis)
  await Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer))
}
