import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Event time zones, ticket types paid through an offer, and payments for ticket orders. */
export const paidTicketsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`alter table happenings add column time_zone text not null default 'UTC'`,
  sql`update happenings h set time_zone = z.time_zone from org_time_zones z where z.org_id = h.org_id`,
  sql`alter table happenings alter column time_zone drop default`,
  sql`alter table ticket_types add column offer_id text`,
  sql`alter table ticket_orders
    drop constraint ticket_orders_status_check,
    add constraint ticket_orders_status_check check (status in ('pending', 'unpaid', 'confirmed')),
    add constraint ticket_orders_unpaid check (status <> 'unpaid' or expires_at is not null)`,
  sql`drop index ticket_orders_expiring`,
  sql`create index ticket_orders_expiring on ticket_orders (expires_at) where status <> 'confirmed'`,
  // No foreign keys, because a payment can arrive after its order has expired or its event was
  // deleted.
  sql`create table ticket_payments (
    order_id text primary key,
    org_id text not null,
    happening_id text not null,
    ticket_type_id text not null,
    title text not null,
    quantity int not null check (quantity > 0),
    name text not null,
    email text not null,
    language text not null,
    request text,
    account_id text,
    session_id text,
    amount_cents bigint not null check (amount_cents > 0),
    currency text not null,
    state text not null check (state in ('open', 'settling', 'ended', 'paid', 'unseated', 'wrong_amount', 'returned')),
    session_ends_at timestamptz(3) not null,
    paid_at timestamptz(3),
    created_at timestamptz(3) not null
  )`,
  sql`create unique index ticket_payments_request on ticket_payments (org_id, request) where state = 'open'`,
  sql`create unique index ticket_payments_session on ticket_payments (account_id, session_id)`,
  sql`create index ticket_payments_unseated on ticket_payments (org_id, ticket_type_id, paid_at)
    where state in ('unseated', 'wrong_amount')`,
  sql`create index ticket_payments_unpaid on ticket_payments (session_ends_at) where state in ('open', 'ended')`,
]
