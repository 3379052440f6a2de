import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * Creates a separate database on the run's PostgreSQL as a copy of `template`. Nobody may be
 * connected to the template. By default the copy is empty, which takes about 10 ms.
 */
export async function createTestDatabase(template = 'template1'): Promise<TestDatabase> {
  return createDatabase(`test_${randomBytes(8).toString('hex')}`, template)
}

const templates = new Map<unknown, Promise<string>>()

/**
 * Returns the name of a template database, filled by `fill`. It is filled once per key and process,
 * and removed after the run. Migrations take several times as long as a copy of their result.
 */
export function templateDatabase(
  key: unknown,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  const cachedTemplate = templates.get(key)
  if (cachedTemplate !== undefined) return cachedTemplate
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
  // Copying files is several times as fast as PostgreSQL's default strategy if nothing waits for
  // the disk.
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
