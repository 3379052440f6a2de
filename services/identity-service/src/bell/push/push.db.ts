import { type Selectable, sql } from 'kysely'
import type { Database, Db, Transaction } from '../../database.ts'

type Subscription = Selectable<Database['push_subscriptions']>

/**
 * Stores a browser's subscription for a user and session. A subscription belongs to the user who signed in last,
 * because a browser has one for everybody who uses it.
 */
export async function putSubscription(
  tx: Transaction,
  { id, ...values }: Omit<Subscription, 'created_at'>,
): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', values.endpoint)
    .where('user_id', '<>', values.user_id)
    .execute()
  await tx
    .insertInto('push_subscriptions')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute()
}

/** Deletes a user's oldest subscriptions beyond the newest `kept` ones. */
export async function deleteOldestSubscriptions(
  tx: Transaction,
  userId: string,
  kept: number,
): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .execute()
}

export const deleteSubscription = (tx: Transaction, userId: string, endpoint: string) =>
  tx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute()

export interface DuePush {
  notificationId: string
  subscriptionId: string
  attempts: number
  endpoint: string
  p256dh: string
  auth: string
  kind: string
  title: string
  detail: string
  href: string
  orgName: string
}

/**
 * Claims due messages for a minute. No other sender sees them during that time. Drops messages about
 * read or old notifications, and about notifications that the user may no longer see.
 */
export async function claimPushes(db: Db, limit: number, now: Date): Promise<DuePush[]> {
  await sql`
    delete from push_queue q using notifications n
    where n.id = q.notification_id
      and (n.read_at is not null or n.at < ${now}::timestamptz - interval '1 day'
        or n.for_admins and not exists (select from member m
          where m."organizationId" = n.org_id and m."userId" = n.user_id
            and m.role in ('owner', 'admin')))`.execute(db)
  const { rows } = await sql<DuePush>`
    with due as (
      update push_queue set attempts = attempts + 1, next_attempt_at = now() + interval '1 minute'
      where (notification_id, subscription_id) in (
        select notification_id, subscription_id from push_queue
        where next_attempt_at <= now() order by next_attempt_at limit ${limit}
        for update skip locked)
      returning notification_id, subscription_id, attempts)
    select d.notification_id as "notificationId", d.subscription_id as "subscriptionId", d.attempts,
      s.endpoint, s.p256dh, s.auth, n.kind, n.title, n.detail, n.href, o.name as "orgName"
    from due d
      join push_subscriptions s on s.id = d.subscription_id
      join notifications n on n.id = d.notification_id
      join organization o on o.id = n.org_id`.execute(db)
  return rows
}

export const deletePush = (db: Db, { notificationId, subscriptionId }: DuePush) =>
  db
    .deleteFrom('push_queue')
    .where('notification_id', '=', notificationId)
    .where('subscription_id', '=', subscriptionId)
    .execute()

export const postponePush = (
  db: Db,
  { notificationId, subscriptionId }: DuePush,
  seconds: number,
) =>
  db
    .updateTable('push_queue')
    .set({ next_attempt_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('notification_id', '=', notificationId)
    .where('subscription_id', '=', subscriptionId)
    .execute()

/** Deletes a subscription that its push service no longer knows. */
export const forgetSubscription = (db: Db, id: string) =>
  db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
