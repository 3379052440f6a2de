import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'
import { expect } from 'vitest'
import { findProcesses, launchPlatform, type PlatformProcess } from './platform-process.ts'

/**
 * The timeout for tests with platforms. Only a hang reaches it, because a busy machine is not a
 * failure.
 */
export const patienceMs = 400_000

/** A folder and a port for a test's platforms. */
export type TestHome = Awaited<ReturnType<typeof openTestHome>>

/**
 * Creates a folder and picks a free port. `close` ends what `launch` started, and fails if a
 * process remains.
 */
export async function openTestHome() {
  const home = await mkdtemp(join(tmpdir(), 'atrium-start-'))
  const port = await freePort()
  const running: PlatformProcess[] = []
  const url = (path: string) => `http://localhost:${port}${path}`
  const nothingLeft = () =>
    eventually(async () => expect(await findProcesses(home)).toEqual([]), 120_000)
  return {
    home,
    port,
    url,
    nothingLeft,
    launch(args: string[] = [], env: Record<string, string> = {}, folder = home): PlatformProcess {
      const platform = launchPlatform(folder, args, { API_PORT: String(port), ...env })
      running.push(platform)
      return platform
    },
    async health() {
      return (await fetch(url('/api/health'))).json() as Promise<{ status: string; db: string }>
    },
    async close() {
      for (const platform of running) platform.child.kill('SIGKILL')
      await nothingLeft()
      await rm(home, { recursive: true, force: true })
    },
  }
}
