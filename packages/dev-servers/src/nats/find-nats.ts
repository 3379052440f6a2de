import { findInstalledNats } from './find-installed-nats.ts'
import { findNatsContainer } from './find-nats-container.ts'
import { installNatsPackage } from './install-nats-package.ts'
import { downloadNatsRelease } from './nats-release.ts'
import type { NatsSource } from './nats-source.ts'

export type FindNatsOptions = {
  readonly log?: (line: string) => void
  /** The search path. Defaults to PATH. */
  readonly path?: string
}

/**
 * Finds NATS on PATH, then as package, container or release. If none works, throws one line with
 * the reason of each failure.
 */
export async function findNats(options: FindNatsOptions = {}): Promise<NatsSource> {
  const { log = () => {} } = options
  const installed = await findInstalledNats(options.path)
  if (installed !== undefined) return installed
  const attempts: [string, () => Promise<NatsSource | undefined>][] = [
    ['package manager', () => installNatsPackage(log)],
    ['container', () => findNatsContainer(log)],
    [
      'official release',
      async () => ({ kind: 'program', path: await downloadNatsRelease({ log }) }),
    ],
  ]
  const failures: string[] = []
  for (const [name, attempt] of attempts) {
    try {
      const found = await attempt()
      if (found !== undefined) return found
      failures.push(`${name}: none usable`)
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error(
    `no NATS server found or installable (${failures.join('; ')}): install nats-server 2.9 or later, or set NATS_URL`,
  )
}
