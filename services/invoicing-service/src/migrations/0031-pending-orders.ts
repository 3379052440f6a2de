import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Orders hold their seats until their address is confirmed, and store the client network. */
export const pendingOrdersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`alter table ticket_types
    add column held int not null default 0,
    drop constraint ticket_types_check,
    add constraint ticket_types_inventory check (sold >= 0 and held >= 0 and sold + held <= capacity)`,
  sql`alter table ticket_orders
    add column status text not null default 'confirmed' check (status in ('pending', 'confirmed')),
    add column token_hash text,
    add column expires_at timestamptz(3),
    add column client text,
    add constraint ticket_orders_pending check (status <> 'pending' or (token_hash is not null and expires_at is not null))`,
  sql`create index ticket_orders_expiring on ticket_orders (expires_at) where status = 'pending'`,
  sql`create index ticket_orders_address on ticket_orders (happening_id, lower(email))`,
  sql`alter table waiting_list add column client text`,
  sql`create index waiting_list_of_address on waiting_list (happening_id, lower(email))`,
  // Cleared after a day, so the indexes stay small.
  sql`create index ticket_orders_client on ticket_orders (org_id, client, created_at) where client is not null`,
  sql`create index waiting_list_client on waiting_list (org_id, client, created_at) where client is not null`,
]
