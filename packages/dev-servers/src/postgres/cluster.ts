import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lchown,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { makeOwnFolder, type RunAs, runCommandAs } from './run-as.ts'

/** The superuser of an embedded cluster. */
export const superuser = 'atrium'

const passwordFile = 'atrium.password'

export type Cluster = { readonly dataDir: string; readonly password: string }

/**
 * Opens or creates the cluster in a data directory. An interrupted creation leaves no usable
 * cluster. It uses UTF-8, C.UTF-8 (the same sort order on every machine) and SCRAM. Throws if the
 * directory holds other files or data of another major version.
 */
export async function openCluster(
  binaries: PostgresBinaries,
  runAs: RunAs,
  dataDir: string,
  options: { readonly sync: boolean },
): Promise<Cluster> {
  const entries = await readdir(dataDir).catch((): string[] => [])
  if (entries.length === 0) return createCluster(binaries, runAs, dataDir, options.sync)
  if (!entries.includes('PG_VERSION') || !entries.includes(passwordFile)) {
    throw new Error(`${dataDir} holds files that are not a PostgreSQL of Atrium; move them away`)
  }
  const written = (await readFile(join(dataDir, 'PG_VERSION'), 'utf8')).trim()
  if (written !== binaries.major) {
    throw new Error(
      `${dataDir} was written by PostgreSQL ${written}, the one here is ${binaries.major}`,
    )
  }
  await handOver(runAs, dataDir)
  return { dataDir, password: (await readFile(join(dataDir, passwordFile), 'utf8')).trim() }
}

async function createCluster(
  binaries: PostgresBinaries,
  runAs: RunAs,
  dataDir: string,
  sync: boolean,
) {
  const unfinished = `${dataDir}.new`
  const secret = `${dataDir}.new.password`
  const password = randomBytes(18).toString('base64url')
  try {
    await rm(unfinished, { recursive: true, force: true })
    await makeOwnFolder(runAs, unfinished)
    await writeSecret(runAs, secret, password)
    const created = await runCommandAs(runAs, binaries.initdb, [
      '--pgdata',
      unfinished,
      '--username',
      superuser,
      '--pwfile',
      secret,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
      ...(sync ? [] : ['--no-sync']),
    ])
    if (!created.ok)
      throw new Error(`PostgreSQL could not prepare ${dataDir}: ${reason(created.output)}`)
    await writeSecret(runAs, join(unfinished, passwordFile), password)
    await rmdir(dataDir).catch(() => {})
    await rename(unfinished, dataDir)
    return { dataDir, password }
  } finally {
    await rm(secret, { force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function writeSecret(runAs: RunAs, path: string, secret: string): Promise<void> {
  await rm(path, { force: true })
  await writeFile(path, secret, { mode: 0o600, flag: 'wx' })
  if (runAs.owner !== undefined) await chown(path, runAs.owner.uid, runAs.owner.gid)
}

/** Makes the server's user the owner of a directory if root copied or restored it. */
async function handOver(runAs: RunAs, dataDir: string): Promise<void> {
  if (runAs.owner === undefined) return
  const { uid, gid } = runAs.owner
  const owners = await Promise.all([stat(dataDir), stat(join(dataDir, 'PG_VERSION'))])
  if (owners.every((found) => found.uid === uid)) return
  await chmod(dataDir, 0o700)
  await chown(dataDir, uid, gid)
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid)
  }
}

function reason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return lines.find((line) => /error:|FATAL/.test(line)) ?? lines.at(-1) ?? 'initdb failed'
}
