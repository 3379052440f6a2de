import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNoteDatabase, type NoteDatabase } from '../test/harness.ts'
import { createZoneReader } from './index.ts'

let notebook: NoteDatabase
beforeAll(async () => {
  notebook = await createNoteDatabase()
})
afterAll(() => notebook.remove())

test.each(['UTC', 'Europe/Berlin', 'europe/berlin', 'EST', 'America/Argentina/Buenos_Aires'])(
  'keeps %s because PostgreSQL knows it',
  async (zone) => {
    const read = createZoneReader({ warn: () => expect.unreachable() })
    expect(await read(notebook.db, zone)).toBe(zone)
  },
)

test('falls back to UTC and logs one line if PostgreSQL does not know a zone or uses its name for another one', async () => {
  const logged: object[] = []
  const read = createZoneReader({ warn: (fields) => logged.push(fields) })
  for (const zone of ['SystemV/PST8PDT', 'IST', 'SystemV/PST8PDT', "' or true --"]) {
    expect(await read(notebook.db, zone)).toBe('UTC')
  }
  expect(logged).toEqual([{ zone: 'SystemV/PST8PDT' }, { zone: 'IST' }, { zone: "' or true --" }])
})
