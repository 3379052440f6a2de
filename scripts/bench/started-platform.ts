import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { readCookie } from '@atrium/bench-kit'
import { freePort } from '@atrium/dev-servers'
import { Client } from 'pg'
import { listProcesses, sumMemory, sumProcessorTime } from './processes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The platform as `npm start` runs it. */
export interface StartedPlatform {
  baseUrl: string
  /** The seconds from the command until the platform was ready. */
  seconds: number
  natsUrl: string
  /** Runs a statement as the operator. The path of its tables begins with the schema. */
  query<T>(statement: string, values?: readonly unknown[]): Promise<T[]>
  /** Returns the memory of all processes in megabytes. Shared pages count once. */
  readMemory(): number
  /** Returns the processor time of all processes since their start, in seconds. */
  readProcessorTime(): number
  stop(): Promise<void>
}

/** Starts `npm start` with its data in `home`, and waits until it is ready. */
export async function startPlatform(
  home: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<StartedPlatform> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      ATRIUM_HOME: home,
      PORT: String(port),
      API_PORT: String(port),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), 300_000)
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('npm start ended before it was ready')))
    child.stdout.on('data', (chunk) => {
      if (String(chunk).includes('Atrium is ready')) resolve()
    })
  })
  clearTimeout(timer)
  const seconds = (performance.now() - began) / 1_000
  const { DATABASE_URL: connectionString, NATS_URL: natsUrl = '' } = parseEnv(
    await readFile(join(home, 'operator.env'), 'utf8'),
  )
  const database = new Client({ connectionString })
  await database.connect()
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seconds,
    natsUrl,
    query: async <T>(statement: string, values: readonly unknown[] = []) =>
      (await database.query(statement, [...values])).rows as T[],
    readMemory: () => sumMemory(listProcesses(child.pid ?? 0, home)) / 1_000_000,
    readProcessorTime: () => sumProcessorTime(listProcesses(child.pid ?? 0, home)),
    async stop() {
      await database.end()
      await new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      })
    },
  }
}

/** The variables of a platform that issues invoices without a payment processor. */
export const withoutPayments = { PAYMENTS_SECRET_KEY: '' }

/** Runs `work` with a new platform, and removes its data afterwards. */
export async function withPlatform(
  work: (platform: StartedPlatform) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  try {
    const platform = await startPlatform(home, { RATE_LIMITS: 'off', ...variables })
    await work(platform).finally(() => platform.stop())
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** The owner of a new organisation, signed in. */
export interface Owner {
  orgId: string
  headers: Readonly<Record<string, string>>
  /** Sends JSON and returns the JSON response. Throws if it is not a success. */
  send<T = unknown>(method: string, path: string, body?: object): Promise<T>
}

/** Signs up a user with an organisation. */
export async function signUp({ baseUrl }: StartedPlatform, slug = 'bench'): Promise<Owner> {
  const headers = { 'content-type': 'application/json', origin: baseUrl }
  const post = async (path: string, body: object, more: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const email = `${slug}@example.com`
  const person = { name: 'Bench', email, password: 'a password of some length' }
  const cookie = readCookie(await post('/api/auth/sign-up/email', person))
  const org = { name: 'Bench', slug }
  const created = await post('/api/auth/organization/create', org, { cookie })
  const { id: orgId } = (await created.json()) as { id: string }
  const signedIn = { ...headers, cookie }
  return {
    orgId,
    headers: signedIn,
    async send<T>(method: string, path: string, body?: object) {
      const response = await fetch(baseUrl + path, {
        method,
        headers: signedIn,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T
    },
  }
}

/** Measures a call in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
