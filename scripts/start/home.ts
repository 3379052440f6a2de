import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removePostgresData } from '@atrium/dev-servers'
import { takeLock } from '../bootstrap/lock.mjs'

/** The folder of one platform on this machine, held by this process alone. */
export type Home = {
  readonly path: string
  readonly release: () => Promise<void>
}

// Named one by one: the folder may be somebody's choice and hold more than is ours.
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
]

/** Opens the folder, empty when a fresh start is wanted. Throws when another platform runs on it. */
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
  return { path, release: lock.release }
}

export type Secrets = { readonly sessionSecret: string; readonly authSecret: string }

/** The signing secrets of this home, drawn once and kept, so that sessions outlive a restart. */
export async function keptSecrets(home: string): Promise<Secrets> {
  const file = join(home, 'secrets.json')
  const kept = parse(await readFile(file, 'utf8').catch(() => ''))
  if (kept !== undefined) return kept
  const drawn = { sessionSecret: draw(), authSecret: draw() }
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(drawn, undefined, 2)}\n`, { mode: 0o600 })
  await rename(unfinished, file)
  return drawn
}

const draw = () => randomBytes(32).toString('base64url')

function parse(text: string): Secrets | undefined {
  if (text.trim() === '') return undefined
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return undefined
  if (!('sessionSecret' in value) || !('authSecret' in value)) return undefined
  const { sessionSecret, authSecret } = value
  return typeof sessionSecret === 'string' && typeof authSecret === 'string'
    ? { sessionSecret, authSecret }
    : undefined
}
