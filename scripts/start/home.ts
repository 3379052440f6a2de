import { createECDH, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removePostgresData } from '@atrium/dev-servers'
import { z } from 'zod'
import { takeLock } from '../bootstrap/lock.mjs'

/** One platform's data folder, locked by this process. */
export type Home = {
  readonly release: () => Promise<void>
}

// The folder may contain other files, so a fresh start removes only these names.
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

/**
 * Creates and locks the folder. `fresh` removes earlier data. Throws if another platform runs on
 * it.
 */
export async function openHome(
  path: string,
  { fresh }: { readonly fresh: boolean },
): Promise<Home> {
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
  /** Encrypts the stored secrets of workflow-runner. */
  readonly webhookSecret: string
  /** The VAPID key pair for notifications in browsers. */
  readonly push: { readonly publicKey: string; readonly privateKey: string }
  /**
   * True if stored secrets may still be encrypted under the session secret, as in earlier versions.
   */
  readonly sealedBySession: boolean
  /** The passwords for the platform's own NATS and PostgreSQL, by user. */
  readonly nats: Readonly<Record<string, string>>
  readonly database: Readonly<Record<string, string>>
}

const fileIn = (home: string): string => join(home, 'secrets.json')

/** Returns this home's secrets. They are generated once, so sessions survive a restart. */
export async function keptSecrets(home: string, users: readonly string[]): Promise<Secrets> {
  const text = await readFile(fileIn(home), 'utf8').catch(() => '')
  const kept = Kept.parse(text.trim() === '' ? {} : JSON.parse(text))
  const passwords = (present: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(users.map((user) => [user, present[user] ?? draw()]))
  const secrets = {
    sessionSecret: kept.sessionSecret ?? draw(),
    authSecret: kept.authSecret ?? draw(),
    webhookSecret: kept.webhookSecret ?? draw(),
    push: kept.push ?? drawKeyPair(),
    sealedBySession:
      kept.sealedBySession ??
      (kept.sessionSecret !== undefined && kept.webhookSecret === undefined),
    nats: passwords(kept.nats),
    database: passwords(kept.database),
  }
  await writeSecrets(home, secrets)
  return secrets
}

/**
 * Records the first start of workflow-runner. Before that start, encrypts all stored secrets under
 * the current key.
 */
export async function noteSealed(home: string, secrets: Secrets): Promise<void> {
  if (secrets.sealedBySession) await writeSecrets(home, { ...secrets, sealedBySession: false })
}

const writeSecrets = (home: string, secrets: Secrets): Promise<void> =>
  writePrivately(fileIn(home), `${JSON.stringify(secrets, undefined, 2)}\n`)

/** Writes a file atomically. Only this user can read it. */
export async function writePrivately(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, text, { mode: 0o600 })
  await rename(unfinished, file)
}

const Kept = z.looseObject({
  sessionSecret: z.string().optional(),
  authSecret: z.string().optional(),
  webhookSecret: z.string().optional(),
  push: z.object({ publicKey: z.string(), privateKey: z.string() }).optional(),
  sealedBySession: z.boolean().optional(),
  nats: z.record(z.string(), z.string()).optional(),
  database: z.record(z.string(), z.string()).optional(),
})

const draw = () => randomBytes(32).toString('base64url')

/** Makes a VAPID key pair (RFC 8292): the point and the number of a P-256 key, base64url. */
function drawKeyPair() {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  // The number has leading zeros, which the library leaves out.
  const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex')
  return { publicKey, privateKey: privateKey.toString('base64url') }
}
