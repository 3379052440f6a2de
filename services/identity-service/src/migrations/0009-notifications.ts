import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Rows end with the membership. Somebody who comes back starts with an empty list.
export const notifications: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table notifications (
        id text primary key,
        org_id text not null,
        user_id text not null,
        kind text not null,
        -- The record or event that the user is notified about once.
        subject text not null,
        title text not null,
        detail text not null,
        href text not null,
        for_admins boolean not null,
        on_page boolean not null,
        at timestamptz(3) not null,
        read_at timestamptz(3),
        unique (user_id, org_id, kind, subject),
        foreign key (org_id, user_id) references member ("organizationId", "userId") on delete cascade
      );
      create index notifications_shown on notifications (user_id, org_id, id desc) where on_page;
      create index notifications_unread on notifications (user_id, org_id, for_admins)
        where read_at is null and on_page;
      create index notifications_at on notifications (at);

      create table notification_settings (
        org_id text not null,
        user_id text not null,
        -- The user's choices by kind. A kind that is not in it has its default.
        kinds jsonb not null default '{}',
        daily_summary boolean not null default false,
        -- The next daily summary. Null without one.
        summary_at timestamptz(3),
        primary key (user_id, org_id),
        foreign key (org_id, user_id) references member ("organizationId", "userId") on delete cascade
      );
      create index notification_settings_org on notification_settings (org_id, user_id);
      create index notification_settings_summary on notification_settings (summary_at)
        where summary_at is not null;

      create table push_subscriptions (
        id text primary key,
        user_id text not null references "user" on delete cascade,
        endpoint text not null unique,
        p256dh text not null,
        auth text not null,
        created_at timestamptz(3) not null default now()
      );
      create index push_subscriptions_user on push_subscriptions (user_id, created_at);

      create table push_queue (
        notification_id text not null references notifications on delete cascade,
        subscription_id text not null references push_subscriptions on delete cascade,
        attempts int not null default 0,
        next_attempt_at timestamptz(3) not null default now(),
        primary key (notification_id, subscription_id)
      );
      create index push_queue_subscription on push_queue (subscription_id);
      create index push_queue_due on push_queue (next_attempt_at);
    `.execute(db)
  },
}
