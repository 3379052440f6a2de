import { type ConnectNetwork, newId } from '@atrium/contracts'
import { json } from '@atrium/database'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Db, Transaction } from '../database.ts'
import type { Account } from '../providers/provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { type ChannelRow, tokenTail } from './channel.ts'

// What a network says of an account is for people to recognise it.
const longestName = 200
const longestAddress = 2_048

/** A member's own channels in an org, newest first. */
export function listOwnChannels(
  db: Db,
  { orgId, ownerId }: { orgId: string; ownerId: string },
  network?: ConnectNetwork,
): Promise<ChannelRow[]> {
  let query = db
    .selectFrom('channels')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('owner_id', '=', ownerId)
  if (network !== undefined) query = query.where('network', '=', network)
  return query.orderBy('id', 'desc').execute()
}

/** The channels of an org that a member may use: their own, and those that are shared; newest first. */
export const listUsableChannels = (db: Db, orgId: string, userId: string): Promise<ChannelRow[]> =>
  db
    .selectFrom('channels')
    .selectAll()
    .where('org_id', '=', orgId)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('shared', '=', true)]))
    .orderBy('id', 'desc')
    .execute()

/** One channel of an org, whoever owns it, or undefined. */
export const findChannel = (db: Db, orgId: string, id: string): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** These channels, as far as they are of the org. */
export const findChannels = (db: Db, orgId: string, ids: readonly string[]): Promise<ChannelRow[]> =>
  db
    .selectFrom('channels')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .execute()

/** Changes an owner's channel; undefined when it is not there any more. */
export const changeChannel = (
  tx: Transaction,
  { id, org_id, owner_id }: ChannelRow,
  changes: { name?: string | undefined; shared?: boolean | undefined },
  at: Date,
): Promise<ChannelRow | undefined> =>
  tx
    .updateTable('channels')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name, renamed: true }),
      ...(changes.shared === undefined ? {} : { shared: changes.shared }),
      updated_at: at,
    })
    .where('id', '=', id)
    .where('org_id', '=', org_id)
    .where('owner_id', '=', owner_id)
    .returningAll()
    .executeTakeFirst()

/** Removes an owner's channel; answers it as it was, or undefined when it is not there any more. */
export const deleteChannel = (
  tx: Transaction,
  { id, org_id, owner_id }: ChannelRow,
): Promise<ChannelRow | undefined> =>
  tx
    .deleteFrom('channels')
    .where('id', '=', id)
    .where('org_id', '=', org_id)
    .where('owner_id', '=', owner_id)
    .returningAll()
    .executeTakeFirst()

/** Who connects, and for which org. */
export interface ChannelOwner {
  orgId: string
  userId: string
}

/**
 * Stores an account as its owner's channel in the org: a new one, or the one there is with fresh tokens. A connect
 * that brings no refresh token leaves a good one where it is.
 */
export async function saveChannel(
  tx: Transaction,
  vault: SealedSecrets,
  owner: ChannelOwner,
  network: ConnectNetwork,
  account: Account,
  scopes: readonly string[],
): Promise<ChannelRow> {
  const existing = await tx
    .selectFrom('channels')
    .selectAll()
    .where('org_id', '=', owner.orgId)
    .where('owner_id', '=', owner.userId)
    .where('network', '=', network)
    .where('account_id', '=', account.id)
    .forUpdate()
    .executeTakeFirst()
  const id = existing?.id ?? newId('chn')
  const fresh = {
    name: existing?.renamed ? existing.name : account.name.slice(0, longestName),
    avatar_url: account.pictureUrl?.slice(0, longestAddress) ?? null,
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
  const inserted = await tx
    .insertInto('channels')
    .values({
      id,
      org_id: owner.orgId,
      owner_id: owner.userId,
      network,
      account_id: account.id,
      settings: json<Record<string, string>>({}),
      ...fresh,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  // Another connect of the same account came in between: its row is there now, and takes these tokens.
  return inserted ?? saveChannel(tx, vault, owner, network, account, scopes)
}
