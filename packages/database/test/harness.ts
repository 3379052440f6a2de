import { createTestDatabase } from '@atrium/testkit'
import { type Generated, sql } from 'kysely'
import {
  createDatabase,
  type DatabaseHandle,
  type Migrations,
  migrate,
  type PlatformTables,
} from '../src/index.ts'

export interface NoteTables extends PlatformTables {
  notes: { id: Generated<number>; title: string; tags: string[]; body: unknown }
}

export const notes: Migrations = {
  '0001-notes': {
    up: async (db) => {
      await sql`create table notes (
        id serial primary key, title text not null unique, tags text[] not null default '{}', body jsonb
      )`.execute(db)
    },
  },
}

export const schema = 'notebook'

export interface NoteDatabase extends DatabaseHandle<NoteTables> {
  url: string
  /** Closes the pool and drops the database. */
  remove(): Promise<void>
}

/** Creates a separate database with the table `notes`. */
export async function createNoteDatabase(poolSize = 5): Promise<NoteDatabase> {
  const database = await createTestDatabase()
  const handle = createDatabase<NoteTables>({ url: database.url, schema, poolSize })
  await migrate(handle.db, schema, notes)
  return {
    ...handle,
    url: database.url,
    async remove() {
      await handle.close()
      await database.drop()
    },
  }
}
