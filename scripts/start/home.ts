import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removePostgresData } from '@atrium/dev-servers'
import { z } from 'zod'
import { takeLock } from '../bootstrap/lock.mjs'

/** The data folder of one platform, locked by this process. */
export type Home = {
  readonly release: () => Promise<void>
}

// The folder may hold other files, so a fresh start removes these names only.
const ours = [
  'postgres.new',
  'postgres.moved',
  'nats',
  'assets',
  'outbox',
  'uploads',
  'log',
  'sandbox',
  'secrets.json',
  'operator.env',
]

/** Creates and locks the folder; `fresh` removes earlier data. Throws when another platform runs on it. */
export async function openHome(path: string, { fresh }: { readonly fresh: boolean }): Promise<Home> {
  await mkdir(join(path), { recursive: true })
  const lock = await takeLock(join(path, 'lock'))
  if (lock.heldBy !== undefined) {
    throw new Error(
      `another Atrium (process ${lock.heldBy}) runs on ${path}: stop it, or set ATRIUM_HOME and PORT to others`,
    )
  }
  if (fresh) {
    await removePostgresData(join(path, 'postgres'))
    for (const name of ours) await rm(join(path, name), { recursive: true, force: true })
  }
  await mkdir(join(path, 'log'), { recursive: true })
  return { release: lock.release }
}

export type Secrets = {
  readonly sessionSecret: string
  readonly authSecret: string
  /** The passwords at the platform's own NATS and PostgreSQL, by user. */
  readonly nats: Readonly<Record<string, string>>
  readonly database: Readonly<Record<string, string>>
}

/** The secrets of this home, generated once, so that sessions survive a restart. */
export async function keptSecrets(home: string, users: readonly string[]): Promise<Secrets> {
  const file = join(home, 'secrets.json')
  const text = await readFile(file, 'utf8').catch(() => '')
  const kept = Kept.parse(text.trim() === '' ? {} : JSON.parse(text))
  const passwords = (present: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(users.map((user) => [user, present[user] ?? draw()]))
  const secrets = {
    sessionSecret: kept.sessionSecret ?? draw(),
    authSecret: kept.authSecret ?? draw(),
    nats: passwords(kept.nats),
    database: passwords(kept.database),
  }
  await writePrivately(file, `${JSON.stringify(secrets, undefined, 2)}\n`)
  return secrets
}

/** Writes a file atomically, readable by this user alone. */
export async function writePrivately(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, text, { mode: 0o600 })
  await rename(unfinished, file)
}

const Kept = z.looseObject({
  sessionSecret: z.string().optional(),
  authSecret: z.string().optional(),
  nats: z.record(z.string(), z.string()).optional(),
  database: z.record(z.string(), z.string()).optional(),
})

const draw = () => randomBytes(32).toString('base64url')
