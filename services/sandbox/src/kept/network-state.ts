import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

type Fields = Record<string, unknown>

// Fields from code or for this run only. An upload in progress starts again.
const notKept = new Set([
  'settings',
  'clientId',
  'clientSecret',
  'faults',
  'calls',
  'sessions',
  'ports',
])

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Returns a state's fields without its functions. */
function toData(state: object): Fields {
  const kept = Object.entries(state).filter(
    ([name, value]) => typeof value !== 'function' && !notKept.has(name),
  )
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isFields(value) ? toData(value) : value]),
  )
}

/**
 * Restores data into a state. Containers stay the same objects, because the state's functions refer
 * to them.
 */
function putBack(state: Fields, data: Fields): void {
  for (const [name, value] of Object.entries(data)) {
    const current = state[name]
    if (current instanceof Map && value instanceof Map) {
      current.clear()
      for (const [key, inner] of value) current.set(key, inner)
    } else if (current instanceof Set && value instanceof Set) {
      current.clear()
      for (const inner of value) current.add(inner)
    } else if (Array.isArray(current) && Array.isArray(value)) {
      current.splice(0, current.length, ...value)
    } else if (isFields(current) && isFields(value)) {
      putBack(current, value)
    } else if (name in state) {
      state[name] = value
    }
  }
}

/**
 * Restores a network's state from its file. Returns a function that saves later changes by
 * replacing the whole file. Throws if the file cannot be read.
 */
export function keepNetwork(folder: string, network: string, state: object): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${network}.state`)
  let last = existing(file)
  if (last !== undefined) putBack(state as Fields, read(file, last))
  return () => {
    const now = serialize(toData(state))
    if (last !== undefined && now.equals(last)) return
    writeFileSync(`${file}.new`, now, { mode: 0o600 })
    renameSync(`${file}.new`, file)
    last = now
  }
}

function existing(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function read(file: string, bytes: Buffer): Fields {
  try {
    const data: unknown = deserialize(bytes)
    if (isFields(data)) return data
  } catch {
    // Reported below.
  }
  throw new Error(
    `the sandbox's state is damaged: ${file} cannot be read; a fresh start removes it`,
  )
}
