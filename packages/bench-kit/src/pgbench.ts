import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface PgbenchOptions {
  /** The statements of one round, in pgbench's script language. */
  script: string
  connections: number
  seconds: number
  /** Prepares each statement once per connection. */
  prepared?: boolean
  /** The schema for unqualified names. */
  searchPath?: string
}

/**
 * Returns how many rounds per second `pgbench` (from the distribution) makes with two threads.
 * Throws if it prints no figure.
 */
export async function pgbench(databaseUrl: string, options: PgbenchOptions): Promise<number> {
  const { script, connections, seconds, prepared = false, searchPath } = options
  const directory = await mkdtemp(join(tmpdir(), 'pgbench-'))
  try {
    const file = join(directory, 'script.sql')
    await writeFile(file, script)
    const size = ['-n', '-c', String(connections), '-j', '2', '-T', String(seconds)]
    const args = [...size, ...(prepared ? ['-M', 'prepared'] : []), '-f', file, databaseUrl]
    const env = searchPath === undefined ? {} : { PGOPTIONS: `-c search_path=${searchPath}` }
    const { stdout } = await promisify(execFile)('pgbench', args, {
      env: { ...process.env, ...env },
    })
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    if (Number.isNaN(rate)) throw new Error(`pgbench gave no figure: ${stdout}`)
    return rate
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
