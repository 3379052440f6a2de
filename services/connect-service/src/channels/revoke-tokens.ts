import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import { sealContext } from '../tokens/token-vault.ts'
import type { ChannelRow } from './channel.ts'

const longestMs = 10_000
const atOnce = 4

/**
 * Takes the tokens of a forgotten channel back at its network, beside the answer to whoever forgot it: best
 * effort, for ten seconds at most. The network may count the account's tokens as one, so that they stay when
 * somebody else has the same account as a channel.
 */
export function revokeTokens(deps: Deps, forgotten: ChannelRow): void {
  revokeAll(deps, [forgotten])
}

/** The same for many channels, a few at a time. */
export function revokeAll(deps: Deps, forgotten: readonly ChannelRow[]): void {
  const left = [...forgotten]
  // They may be there still, until the transaction that forgets them has ended.
  const ids = forgotten.map(({ id }) => id)
  const worker = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) await revokeOrSay(deps, row, ids)
  }
  const work = Promise.all(Array.from({ length: atOnce }, worker)).then(() => undefined)
  deps.revocations.add(work)
  void work.finally(() => deps.revocations.delete(work))
}

async function revokeOrSay(deps: Deps, row: ChannelRow, forgotten: readonly string[]): Promise<void> {
  await revoke(deps, row, forgotten).catch((error: unknown) => {
    const { id: channelId, network } = row
    const why = error instanceof NetworkError ? { code: error.code, class: error.class } : { err: error }
    deps.logger.warn({ channelId, network, ...why }, 'The tokens of a forgotten channel were not revoked')
  })
}

async function revoke(
  { db, providers, vault }: Deps,
  row: ChannelRow,
  forgotten: readonly string[],
): Promise<void> {
  const provider = providers.get(row.network)
  if (provider?.revoke === undefined || vault === null) return
  const shared = await db
    .selectFrom('channels')
    .select('id')
    .where('network', '=', row.network)
    .where('account_id', '=', row.account_id)
    .where('id', 'not in', [...forgotten])
    .limit(1)
    .executeTakeFirst()
  if (shared !== undefined) return
  const accessToken = vault.open(row.access_token, sealContext.access(row.id))?.text
  if (accessToken === undefined) throw new Error('No key opens the token to revoke')
  const refreshToken =
    row.refresh_token === null ? undefined : vault.open(row.refresh_token, sealContext.refresh(row.id))?.text
  const tooLong = new NetworkError({ class: 'retry', message: 'The network did not answer in time' })
  await within(longestMs, provider.revoke({ accessToken, refreshToken }), tooLong)
}

async function within(millis: number, work: Promise<void>, tooLong: Error): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(tooLong), millis)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
