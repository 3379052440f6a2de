import { type ConnectNetwork, newId, type Principal } from '@atrium/contracts'
import { json } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'
import type { Account } from '../providers/provider.ts'
import { sealContext, type TokenVault } from '../tokens/token-vault.ts'
import { type ChannelRow, tokenTail } from './channel.ts'

/** An owner's channels, newest first. */
export function listChannelRows(db: Db, ownerId: string, network?: ConnectNetwork): Promise<ChannelRow[]> {
  let query = db.selectFrom('channels').selectAll().where('owner_id', '=', ownerId)
  if (network !== undefined) query = query.where('network', '=', network)
  return query.orderBy('id', 'desc').execute()
}

/** One channel of an owner, or undefined. */
export const findChannelRow = (db: Db, ownerId: string, id: string): Promise<ChannelRow | undefined> =>
  db
    .selectFrom('channels')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Stores an account as its owner's channel: a new one, or the one there is with fresh tokens. A connect that
 * brings no refresh token leaves a good one where it is.
 */
export async function saveChannel(
  tx: Transaction,
  vault: TokenVault,
  owner: Pick<Principal, 'userId' | 'orgId'>,
  network: ConnectNetwork,
  account: Account,
  scopes: readonly string[],
): Promise<ChannelRow> {
  const existing = await tx
    .selectFrom('channels')
    .selectAll()
    .where('owner_id', '=', owner.userId)
    .where('network', '=', network)
    .where('account_id', '=', account.id)
    .forUpdate()
    .executeTakeFirst()
  const id = existing?.id ?? newId('chn')
  const fresh = {
    org_id: owner.orgId,
    name: existing?.renamed ? existing.name : account.name,
    avatar_url: account.pictureUrl,
    status: 'active' as const,
    invalid_reason: null,
    access_token: vault.seal(account.accessToken, sealContext.access(id)),
    refresh_token: account.refreshToken
      ? vault.seal(account.refreshToken, sealContext.refresh(id))
      : (existing?.refresh_token ?? null),
    token_tail: tokenTail(account.accessToken),
    expires_at: account.expiresAt,
    // A refresh that runs is of the tokens before: it must not overwrite these.
    refresh_lease: null,
    refresh_lease_until: null,
    refresh_not_before: null,
    requested_scopes: json<string[]>([...scopes]),
  }
  if (existing !== undefined) {
    return tx
      .updateTable('channels')
      .set({ ...fresh, updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return tx
    .insertInto('channels')
    .values({
      id,
      owner_id: owner.userId,
      network,
      account_id: account.id,
      settings: json<Record<string, string>>({}),
      ...fresh,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
