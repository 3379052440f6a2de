import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const skills: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table skills (
      id text primary key,
      org_id text not null,
      slug text not null,
      name text not null,
      kind text not null,
      description text not null,
      body text not null,
      version int not null default 1,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint skills_slug unique (org_id, slug)
    )`.execute(db)
    await sql`create index skills_by_org on skills (org_id, id desc)`.execute(db)
    await sql`create table skill_versions (
      skill_id text not null references skills on delete cascade,
      version int not null,
      org_id text not null,
      body text not null,
      author_id text not null,
      created_at timestamptz(3) not null default now(),
      primary key (skill_id, version)
    )`.execute(db)
    await sql`create index skill_versions_by_org on skill_versions (org_id)`.execute(db)
  },
}
