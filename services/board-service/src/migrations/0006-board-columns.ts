import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Columns that an organisation has chosen for its board, and the column of each card. */
export const boardColumns: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table board_columns (
        org_id text not null,
        id text not null,
        name text not null,
        status text not null,
        position int not null,
        primary key (org_id, id)
      );
      -- The status is the one of the column when the card was put there. A card whose own status no
      -- longer fits leaves the column without a look at the column itself.
      alter table tasks add column column_id text, add column column_status text;
      create index tasks_column on tasks (org_id, column_id) where column_id is not null`.execute(
      db,
    )
  },
}
