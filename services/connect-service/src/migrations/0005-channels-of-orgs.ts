import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Makes a channel belong to an organisation and, inside it, to the user who connected it. An
 * existing channel goes to the organisation in which it was last connected. If there is none, or it
 * was purged, the channel stays without an organisation: no list shows it, and the purge deletes
 * it.
 */
export const channelsOfOrgsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table channels
      drop constraint channels_owner_id_network_account_id_key,
      add unique (org_id, owner_id, network, account_id),
      add column shared boolean not null default false`.execute(db)
    await sql`create index channels_account on channels (network, account_id)`.execute(db)
    // The scopes that the consent asked for, which may be more than the network's usual ones.
    await sql`alter table oauth_states add column requested_scopes jsonb`.execute(db)
    await sql`alter table video_uploads add column org_id text`.execute(db)
    await sql`update video_uploads set org_id = channels.org_id
      from channels where channels.id = video_uploads.channel_id`.execute(db)
    // The organisation of earlier attempts is unknown, so those are found by their card.
    await sql`alter table publish_attempts add column org_id text`.execute(db)
    await sql`create index publish_attempts_external on publish_attempts (channel_id, external_id)`.execute(
      db,
    )
  },
}
