import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const ticketsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table happenings (
      id text primary key,
      org_id text not null,
      slug text not null,
      title text not null,
      starts_at timestamptz(3) not null,
      ends_at timestamptz(3),
      place text not null,
      description text not null,
      published boolean not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      unique (org_id, slug),
      check (ends_at >= starts_at)
    )`.execute(db)
    await sql`create index happenings_org on happenings (org_id, id desc)`.execute(db)
    await sql`create index happenings_public on happenings (org_id, starts_at, id) where published`.execute(
      db,
    )

    await sql`create table ticket_types (
      id text primary key,
      org_id text not null,
      happening_id text not null references happenings (id) on delete cascade,
      place_in_list int not null,
      name text not null,
      capacity int not null,
      sold int not null default 0,
      price_cents bigint not null check (price_cents >= 0),
      currency text not null,
      check (sold between 0 and capacity)
    ) with (fillfactor = 50)`.execute(db)
    await sql`create index ticket_types_happening on ticket_types (happening_id, place_in_list)`.execute(
      db,
    )

    await sql`create table ticket_orders (
      id text primary key,
      org_id text not null,
      happening_id text not null references happenings (id) on delete cascade,
      ticket_type_id text not null references ticket_types (id) on delete cascade,
      quantity int not null check (quantity > 0),
      name text not null,
      email text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index ticket_orders_happening on ticket_orders (happening_id, id desc)`.execute(
      db,
    )
    await sql`create index ticket_orders_type on ticket_orders (ticket_type_id)`.execute(db)

    await sql`create table tickets (
      id text primary key,
      org_id text not null,
      happening_id text not null references happenings (id) on delete cascade,
      ticket_type_id text not null references ticket_types (id) on delete cascade,
      order_id text not null references ticket_orders (id) on delete cascade,
      code text not null unique,
      checked_in_at timestamptz(3),
      checked_in_by text,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index tickets_happening on tickets (happening_id, id desc)`.execute(db)
    await sql`create index tickets_order on tickets (order_id)`.execute(db)
    await sql`create index tickets_type on tickets (ticket_type_id)`.execute(db)

    await sql`create table waiting_list (
      id text primary key,
      org_id text not null,
      happening_id text not null references happenings (id) on delete cascade,
      ticket_type_id text not null references ticket_types (id) on delete cascade,
      quantity int not null check (quantity > 0),
      name text not null,
      email text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create unique index waiting_list_address on waiting_list (ticket_type_id, lower(email))`.execute(
      db,
    )
    await sql`create index waiting_list_order on waiting_list (ticket_type_id, id)`.execute(db)
    await sql`create index waiting_list_happening on waiting_list (happening_id, id)`.execute(db)
  },
}
