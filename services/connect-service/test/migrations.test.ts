import { createDatabase, type DatabaseHandle, migrate } from '@atrium/database'
import { createTestDatabase, type TestDatabase } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChannel, forgetHomeless, listUsableChannels } from '../src/channels/channels.db.ts'
import type { Database } from '../src/database.ts'
import { migrations } from '../src/migrations/index.ts'

const schema = 'connect'
let database: TestDatabase
let handle: DatabaseHandle<Database>
beforeAll(async () => {
  database = await createTestDatabase()
  handle = createDatabase<Database>({ url: database.url, schema })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

test('assigns a channel without an organisation to the one in which it was last connected', async () => {
  const { db } = handle
  const before = Object.entries(migrations).filter(([name]) => name < '0005')
  await migrate(db, schema, Object.fromEntries(before))
  for (const [id, org, account] of [
    ['chn_1', 'org_last', '1001'],
    ['chn_2', null, '1002'],
  ]) {
    await sql`insert into channels
      (id, owner_id, org_id, network, account_id, name, access_token, token_tail, requested_scopes, settings)
      values (${id}, 'usr_1', ${org}, 'pagenet', ${account}, 'Page', 'sealed', '', '[]', '{}')`.execute(
      db,
    )
  }
  await sql`insert into video_uploads
    (id, owner_id, channel_id, network, transport, session, size_bytes, created_at, expires_at)
    values ('upl_1', 'usr_1', 'chn_1', 'videonet', 'relay', 'sealed', 1, now(), now())`.execute(db)
  await migrate(db, schema, migrations)

  expect(await listUsableChannels(db, 'org_last', 'usr_1')).toMatchObject([
    { id: 'chn_1', shared: false },
  ])
  expect(await listUsableChannels(db, 'org_last', 'usr_2')).toEqual([])
  expect(await findChannel(db, 'org_other', 'chn_1')).toBeUndefined()
  expect(await db.selectFrom('video_uploads').select('org_id').execute()).toEqual([
    { org_id: 'org_last' },
  ])
  // The same account can now be connected in another organisation.
  await sql`insert into channels
    (id, owner_id, org_id, network, account_id, name, access_token, token_tail, requested_scopes, settings)
    values ('chn_3', 'usr_1', 'org_other', 'pagenet', '1001', 'Page', 'sealed', '', '[]', '{}')`.execute(
    db,
  )
  const homeless = await db.transaction().execute(forgetHomeless)
  expect(homeless.map(({ id }) => id)).toEqual(['chn_2'])
})
