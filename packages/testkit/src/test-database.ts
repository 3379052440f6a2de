import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * A database of its own on the run's PostgreSQL: a copy of the one named `template`, to which nobody may be connected,
 * else an empty one, which takes about 10 ms.
 */
export async function createTestDatabase(template = 'template1'): Promise<TestDatabase> {
  return createDatabase(`test_${randomBytes(8).toString('hex')}`, template)
}

const templates = new Map<unknown, Promise<string>>()

/**
 * The name of a database that `fill` has filled, once in this process for each key, to copy. It goes with the run.
 * Migrations take several times as long as a copy of what they made.
 */
export function templateDatabase(key: unknown, fill: (url: string) => Promise<void>): Promise<string> {
  const known = templates.get(key)
  if (known !== undefined) return known
  const making = async (): Promise<string> => {
    const name = `${inject('templatePrefix')}${randomBytes(8).toString('hex')}`
    const { url } = await createDatabase(name, 'template1')
    await fill(url)
    return name
  }
  const made = making()
  templates.set(key, made)
  return made
}

async function createDatabase(name: string, template: string): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  // Copying files is several times as fast as PostgreSQL's usual way where nothing waits for the disk.
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.toString(),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
