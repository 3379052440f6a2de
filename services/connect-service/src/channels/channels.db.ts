import type { ConnectNetwork } from '@atrium/contracts'
import { json } from '@atrium/database'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { SelectQueryBuilder, Updateable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'
import type { Account } from '../providers/provider.ts'
import { type ChannelOwner, type ChannelRow, tokenColumns } from './channel.ts'

// Account names come from the network and are only there for people to recognise the account.
const longestName = 200
const longestAddress = 2_048

const ofMember = ({ orgId, userId }: ChannelOwner) => ({ org_id: orgId, owner_id: userId })

const channels = (db: Db) => db.selectFrom('channels').selectAll()

/** Newest first. */
export const listOwnChannels = (
  db: Db,
  owner: ChannelOwner,
  network?: ConnectNetwork,
): Promise<ChannelRow[]> =>
  channels(db)
    .where((eb) => eb.and({ ...ofMember(owner), ...(network === undefined ? {} : { network }) }))
    .orderBy('id', 'desc')
    .execute()

/**
 * Returns the channels that a member may use: the member's own and the shared ones, newest first.
 */
export const listUsableChannels = (db: Db, orgId: string, userId: string): Promise<ChannelRow[]> =>
  channels(db)
    .where('org_id', '=', orgId)
    .where((eb) => eb.or({ owner_id: userId, shared: true }))
    .orderBy('id', 'desc')
    .execute()

export async function countChannels(db: Db, orgId: string): Promise<number> {
  const { n } = await db
    .selectFrom('channels')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

const isAny = async (found: SelectQueryBuilder<Database, 'channels', object>): Promise<boolean> =>
  (await found.limit(1).executeTakeFirst()) !== undefined

/** Returns those of the accounts that are connected. */
export async function listConnected(
  db: Db,
  owner: ChannelOwner,
  network: ConnectNetwork,
  accountIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('channels')
    .select('account_id')
    .where((eb) => eb.and({ ...ofMember(owner), network }))
    .where('account_id', 'in', accountIds)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

const selectChannel = (db: Db, orgId: string, id: string) =>
  channels(db).where((eb) => eb.and({ org_id: orgId, id }))

export const findChannel = (db: Db, orgId: string, id: string): Promise<ChannelRow | undefined> =>
  selectChannel(db, orgId, id).executeTakeFirst()

export const hasActiveChannel = (
  db: Db,
  network: ConnectNetwork,
  orgId?: string,
): Promise<boolean> =>
  isAny(
    channels(db).where((eb) =>
      eb.and({ network, status: 'active', ...(orgId === undefined ? {} : { org_id: orgId }) }),
    ),
  )

export const findChannels = (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<ChannelRow[]> =>
  channels(db).where('org_id', '=', orgId).where('id', 'in', ids).execute()

export const lockChannel = (
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<ChannelRow | undefined> => selectChannel(tx, orgId, id).forUpdate().executeTakeFirst()

/**
 * Changes the name or the sharing. A changed name is kept when the network reports another one.
 */
export const setChannel = (
  tx: Transaction,
  { id, org_id }: ChannelRow,
  changes: { name?: string | undefined; shared?: boolean | undefined },
  at: Date,
): Promise<ChannelRow> =>
  tx
    .updateTable('channels')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name, renamed: true }),
      ...(changes.shared === undefined ? {} : { shared: changes.shared }),
      updated_at: at,
    })
    .where((eb) => eb.and({ id, org_id }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteChannel = (tx: Transaction, { id, org_id }: ChannelRow) =>
  tx
    .deleteFrom('channels')
    .where((eb) => eb.and({ id, org_id }))
    .execute()

/**
 * Stores an account as its owner's channel in the organisation. If the channel exists already, only
 * its tokens and details are replaced.
 */
export async function saveChannel(
  deps: IdSource,
  tx: Transaction,
  {
    vault,
    owner,
    network,
    account,
    scopes,
    shared,
  }: {
    vault: SealedSecrets
    owner: ChannelOwner
    network: ConnectNetwork
    account: Account
    scopes: readonly string[]
    shared: boolean
  },
): Promise<ChannelRow> {
  const of = { ...ofMember(owner), network, account_id: account.id }
  const existing = await channels(tx)
    .where((eb) => eb.and(of))
    .forUpdate()
    .executeTakeFirst()
  const id = existing?.id ?? deps.newId('chn')
  const fresh = {
    name: existing?.renamed ? existing.name : account.name.slice(0, longestName),
    avatar_url: account.pictureUrl?.slice(0, longestAddress) ?? null,
    status: 'active' as const,
    invalid_reason: null,
    // Clears the lease, because a running refresh holds the earlier tokens and must not overwrite
    // these.
    ...tokenColumns(vault, id, account, existing?.refresh_token ?? null),
    requested_scopes: json<string[]>([...scopes]),
    settings: json<Record<string, string>>({ ...account.settings }),
    shared: shared || (existing?.shared ?? false),
  }
  if (existing !== undefined) {
    return tx
      .updateTable('channels')
      .set({ ...fresh, updated_at: deps.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  const inserted = await tx
    .insertInto('channels')
    .values({ id, ...of, ...fresh })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  // If a concurrent connect inserted the row for this account, update that row.
  return inserted ?? saveChannel(deps, tx, { vault, owner, network, account, scopes, shared })
}

export const lockActive = (tx: Transaction, id: string): Promise<ChannelRow | undefined> =>
  channels(tx)
    .where((eb) => eb.and({ id, status: 'active' }))
    .forUpdate()
    .executeTakeFirst()

export const updateChannel = (
  tx: Transaction,
  id: string,
  columns: Updateable<Database['channels']>,
) => tx.updateTable('channels').set(columns).where('id', '=', id).execute()

/**
 * Replaces the envelope of an access token. Returns undefined if the channel has another token by
 * now.
 */
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

/** True if another channel uses the account. The forgotten channels do not count. */
export const isConnectedElsewhere = (
  db: Db,
  { network, account_id }: ChannelRow,
  forgotten: readonly string[],
): Promise<boolean> =>
  isAny(
    channels(db)
      .where((eb) => eb.and({ network, account_id }))
      .where('id', 'not in', forgotten),
  )

/** Deletes the channels and started connects of a member, and returns the channels. */
export async function deleteMember(
  tx: Transaction,
  { orgId, userId }: ChannelOwner,
): Promise<ChannelRow[]> {
  for (const table of ['oauth_states', 'pickers'] as const) {
    await tx
      .deleteFrom(table)
      .where((eb) => eb.and({ org_id: orgId, owner_id: userId }))
      .execute()
  }
  return tx
    .deleteFrom('channels')
    .where((eb) => eb.and({ org_id: orgId, owner_id: userId }))
    .returningAll()
    .execute()
}

export const forgetOrg = (tx: Transaction, orgId: string): Promise<ChannelRow[]> =>
  tx.deleteFrom('channels').where('org_id', '=', orgId).returningAll().execute()

/**
 * Deletes the channels without an organisation, which are older than organisation ownership.
 * Returns them.
 */
export const forgetHomeless = (tx: Transaction): Promise<ChannelRow[]> =>
  tx.deleteFrom('channels').where('org_id', 'is', null).returningAll().execute()
