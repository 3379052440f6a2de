import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../run-command.ts'
import { cacheFolder } from './cache-folder.ts'

/** The official release, for machines without a NATS server. */
export const natsRelease = {
  version: '2.11.6',
  url: 'https://github.com/nats-io/nats-server/releases/download',
}

export type DownloadOptions = {
  readonly log?: (line: string) => void
  /** The base URL of the releases, for tests. */
  readonly url?: string
  /** The program's folder. Defaults to the user's cache. */
  readonly folder?: string
}

/**
 * Downloads the pinned release unless it is cached. Checks it against its SHA256SUMS, which detects
 * a damaged copy but not a compromised release. Returns the program's path. Throws if there is no
 * release for this machine, the download fails or the sums differ.
 */
export async function downloadNatsRelease(options: DownloadOptions = {}): Promise<string> {
  const { log = () => {}, url = natsRelease.url, folder = cacheFolder() } = options
  const name = `nats-server-v${natsRelease.version}-${platformName()}`
  const program = join(folder, name, 'nats-server')
  if ((await runCommand(program, ['--version'])).ok) return program

  log(`no nats-server on this machine: downloading ${name}`)
  const base = `${url}/v${natsRelease.version}`
  const archive = await download(`${base}/${name}.tar.gz`)
  const sums = (await download(`${base}/SHA256SUMS`)).toString('utf8')
  verifyChecksum(archive, sums, `${name}.tar.gz`)

  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(folder, 'unpack-'))
  try {
    await writeFile(join(work, 'release.tar.gz'), archive)
    const unpacked = await runCommand('tar', ['-xzf', join(work, 'release.tar.gz'), '-C', work])
    if (!unpacked.ok) throw new Error(`${name} could not be unpacked: ${unpacked.output}`)
    await chmod(join(work, name, 'nats-server'), 0o755)
    await rm(join(folder, name), { recursive: true, force: true })
    await rename(join(work, name), join(folder, name))
    return program
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * Compares an archive with its line in a SHA256SUMS file. Throws if the line is missing or the sum
 * differs.
 */
export function verifyChecksum(archive: Buffer, sums: string, name: string): void {
  const line = sums.split('\n').find((entry) => entry.trim().split(/\s+\*?/)[1] === name)
  const expected = line?.trim().split(/\s+/)[0]
  if (expected === undefined) throw new Error(`SHA256SUMS does not name ${name}`)
  const actual = createHash('sha256').update(archive).digest('hex')
  if (actual !== expected.toLowerCase())
    throw new Error(`the checksum of ${name} is wrong; it was not used`)
}

function platformName(): string {
  const system = { linux: 'linux', darwin: 'darwin' }[process.platform as string]
  const cpu = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  if (system === undefined || cpu === undefined) {
    throw new Error(`no release for ${process.platform} on ${process.arch}`)
  }
  return `${system}-${cpu}`
}

async function download(url: string): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(120_000) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return Buffer.from(await response.arrayBuffer())
  } catch (cause) {
    throw new Error(
      `${url} could not be fetched (${cause instanceof Error ? cause.message : String(cause)})`,
      { cause },
    )
  }
}
