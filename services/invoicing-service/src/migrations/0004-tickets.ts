import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const happenings = sql`
  create table happenings (
    id text primary key,
    org_id text not null,
    slug text not null,
    title text not null,
    starts_at timestamptz(3) not null,
    ends_at timestamptz(3),
    time_zone text not null,
    place text not null,
    description text not null,
    picture_url text,
    published boolean not null,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique (org_id, slug),
    check (ends_at >= starts_at)
  );
  create index happenings_org on happenings (org_id, id desc);
  create index happenings_public on happenings (org_id, starts_at, id) where published;

  create table ticket_types (
    id text primary key,
    org_id text not null,
    happening_id text not null references happenings on delete cascade,
    place_in_list int not null,
    name text not null,
    capacity int not null,
    sold int not null default 0,
    held int not null default 0,
    price_cents bigint not null check (price_cents >= 0),
    currency text not null,
    offer_id text,
    -- True while the waiting list is served, which takes several steps.
    serving boolean not null default false,
    constraint ticket_types_inventory check (sold >= 0 and held >= 0 and sold + held <= capacity)
  ) with (fillfactor = 50);
  create index ticket_types_happening on ticket_types (happening_id, place_in_list);
  create index ticket_types_serving on ticket_types (id) where serving;
`

const orders = sql`
  -- An order holds its seats until its address is confirmed or its payment has settled.
  create table ticket_orders (
    id text primary key,
    org_id text not null,
    happening_id text not null references happenings on delete cascade,
    ticket_type_id text not null references ticket_types on delete cascade,
    quantity int not null check (quantity > 0),
    name text not null,
    email text not null,
    status text not null default 'confirmed' check (status in ('pending', 'unpaid', 'confirmed')),
    token_hash text,
    expires_at timestamptz(3),
    client text,
    created_at timestamptz(3) not null default now(),
    constraint ticket_orders_pending check (status <> 'pending' or (token_hash is not null and expires_at is not null)),
    constraint ticket_orders_unpaid check (status <> 'unpaid' or expires_at is not null)
  );
  create index ticket_orders_happening on ticket_orders (happening_id, id desc);
  create index ticket_orders_type on ticket_orders (ticket_type_id);
  create index ticket_orders_address on ticket_orders (happening_id, lower(email));
  create index ticket_orders_mailed on ticket_orders (org_id, lower(email), created_at);
  create index ticket_orders_expiring on ticket_orders (expires_at) where status <> 'confirmed';
  -- The client is cleared after a day, so the index stays small.
  create index ticket_orders_client on ticket_orders (org_id, client, created_at) where client is not null;

  create table tickets (
    id text primary key,
    org_id text not null,
    happening_id text not null references happenings on delete cascade,
    ticket_type_id text not null references ticket_types on delete cascade,
    order_id text not null references ticket_orders on delete cascade,
    code text not null unique,
    checked_in_at timestamptz(3),
    checked_in_by text,
    created_at timestamptz(3) not null default now()
  );
  create index tickets_happening on tickets (happening_id, id desc);
  create index tickets_order on tickets (order_id);
  create index tickets_type on tickets (ticket_type_id);

  create table waiting_list (
    id text primary key,
    org_id text not null,
    happening_id text not null references happenings on delete cascade,
    ticket_type_id text not null references ticket_types on delete cascade,
    quantity int not null check (quantity > 0),
    name text not null,
    email text not null,
    -- The code in the mail, with which a visitor leaves the list.
    code text unique,
    client text,
    created_at timestamptz(3) not null default now()
  );
  create unique index waiting_list_address on waiting_list (ticket_type_id, lower(email));
  create index waiting_list_order on waiting_list (ticket_type_id, id);
  create index waiting_list_happening on waiting_list (happening_id, id);
  create index waiting_list_of_address on waiting_list (happening_id, lower(email));
  create index waiting_list_mailed on waiting_list (org_id, lower(email), created_at);
  create index waiting_list_recent on waiting_list (org_id, created_at);
  create index waiting_list_client on waiting_list (org_id, client, created_at) where client is not null;
`

const payments = sql`
  -- No foreign keys, because a payment can arrive after its order has expired or its event was
  -- deleted.
  create table ticket_payments (
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
  );
  create unique index ticket_payments_request on ticket_payments (org_id, request) where state = 'open';
  create unique index ticket_payments_session on ticket_payments (account_id, session_id);
  create index ticket_payments_unseated on ticket_payments (org_id, ticket_type_id, paid_at)
    where state in ('unseated', 'wrong_amount');
  create index ticket_payments_unpaid on ticket_payments (session_ends_at) where state in ('open', 'ended');
`

export const tickets: Migration = {
  async up(db: Kysely<unknown>) {
    for (const tables of [happenings, orders, payments]) await tables.execute(db)
  },
}
