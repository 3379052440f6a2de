import { type ConnectNetwork, newId } from '@atrium/contracts'
import { json } from '@atrium/database'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Updateable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import type { Account } from '../providers/provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { type ChannelOwner, type ChannelRow, tokenTail } from './channel.ts'

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
    .where((eb) => eb.and({ org_id: orgId, owner_id: ownerId }))
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
    .where((eb) => eb.and({ id, org_id, owner_id }))
    .returningAll()
    .executeTakeFirst()

/** Removes an owner's channel; answers it as it was, or undefined when it is not there any more. */
export const deleteChannel = (
  tx: Transaction,
  { id, org_id, owner_id }: ChannelRow,
): Promise<ChannelRow | undefined> =>
  tx
    .deleteFrom('channels')
    .where((eb) => eb.and({ id, org_id, owner_id }))
    .returningAll()
    .executeTakeFirst()

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
    .where((eb) => eb.and({ org_id: owner.orgId, owner_id: owner.userId, network, account_id: account.id }))
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

/** Locks a channel that is active still; undefined for any other. */
export const lockActive = (tx: Transaction, id: string): Promise<ChannelRow | undefined> =>
  tx
    .selectFrom('channels')
    .selectAll()
    .where((eb) => eb.and({ id, status: 'active' }))
    .forUpdate()
    .executeTakeFirst()

/** Changes columns of a channel whoever owns it. */
export const updateChannel = (tx: Transaction, id: string, columns: Updateable<Database['channels']>) =>
  tx.updateTable('channels').set(columns).where('id', '=', id).execute()

/** Replaces an envelope of a channel's access token; undefined when another token stands there now. */
export const replaceToken = (
  tx: Transaction,
  { id, access_token: before }: ChannelRow,
  access_token: string,
): Promise<ChannelRow | undefined> =>
  tx
    .updateTable('channels')
    .set({ access_token })
    .where((eb) => eb.and({ id, access_token: before }))
    .returningAll()
    .executeTakeFirst()

/** Whether the account is a channel of somebody beside those that are forgotten. */
export async function isConnectedElsewhere(
  db: Db,
  { network, account_id }: ChannelRow,
  forgotten: readonly string[],
): Promise<boolean> {
  const other = await db
    .selectFrom('channels')
    .select('id')
    .where((eb) => eb.and({ network, account_id }))
    .where('id', 'not in', [...forgotten])
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Removes the channels of a member of an org, with every connect that has begun; answers the channels. */
export async function forgetMember(tx: Transaction, { orgId, userId }: ChannelOwner): Promise<ChannelRow[]> {
  for (const table of ['oauth_states', 'pickers'] as const) {
    await tx.deleteFrom(table).where('org_id', '=', orgId).where('owner_id', '=', userId).execute()
  }
  const channels = tx.deleteFrom('channels').where('org_id', '=', orgId).where('owner_id', '=', userId)
  return channels.returningAll().execute()
}

/** Removes the channels of an org; answers them. */
export const forgetOrg = (tx: Transaction, orgId: string): Promise<ChannelRow[]> =>
  tx.deleteFrom('channels').where('org_id', '=', orgId).returningAll().execute()

/** Removes channels that belong to no org, from before each belonged to one; answers them. */
export const forgetHomeless = (tx: Transaction): Promise<ChannelRow[]> =>
  tx.deleteFrom('channels').where('org_id', 'is', null).returningAll().execute()
