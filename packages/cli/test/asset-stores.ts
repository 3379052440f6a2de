import { randomBytes } from 'node:crypto'
import type { BlobStore } from '@atrium/blob-store'
import { keyFor, putBlob, toBytes } from '@atrium/blob-store/testing'
import { runCommand } from '../src/run-command.ts'

/** Runs the command line with these arguments. Returns its exit code and lines. */
export async function atrium(args: string[], env: Record<string, string> = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommand(args, {
    env,
    write: (line) => out.push(line),
    error: (line) => err.push(line),
  })
  return { code, out, err: err.join('\n') }
}

/** Stores blobs of an organisation. Returns their bytes by key. */
export async function fill(
  store: BlobStore,
  orgId: string,
  count: number,
): Promise<Map<string, Buffer>> {
  const blobs = new Map<string, Buffer>()
  for (let i = 0; i < count; i++) {
    const key = keyFor(orgId, i % 3 === 0 ? 'priv' : 'pub')
    blobs.set(key, randomBytes(1000 + i))
    await putBlob(store, key, toBytes(blobs.get(key) ?? ''))
  }
  return blobs
}

/** Returns the arguments of a command that copies an organisation's blobs. */
export const copyArgs = (orgId: string, from: string, to: string): string[] => [
  'assets',
  'copy',
  '--org',
  orgId,
  '--from',
  from,
  '--to',
  to,
]

export const sizes = (blobs: Map<string, Buffer>) =>
  new Map([...blobs].map(([key, bytes]) => [key, bytes.length]))
