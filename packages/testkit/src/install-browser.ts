import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Browser, findBrowser } from './find-browser.ts'

export interface InstallBrowserOptions {
  readonly env: NodeJS.ProcessEnv
  /**
   * Receives one line before an installation, and one with the reason if there is no browser in the
   * end.
   */
  readonly log: (line: string) => void
  /** The file for the output of apt-get. */
  readonly logFile: string
  /** True if this user may install packages. Defaults to true for root. */
  readonly mayInstall?: boolean
  /** Milliseconds for the whole installation. Defaults to 600,000. */
  readonly timeoutMs?: number
}

// Debian has both packages. Other distributions have only the second one.
const debianPackages = ['chromium-headless-shell', 'chromium'] as const

/**
 * Finds the browser for tests. If there is none and this user may install packages, installs
 * Debian's Chromium with apt-get. Returns undefined if that fails. Throws if the program in
 * `CHROMIUM_PATH` does not run.
 */
export async function installBrowser(options: InstallBrowserOptions): Promise<Browser | undefined> {
  const { env, log, logFile, mayInstall = process.getuid?.() === 0, timeoutMs = 600_000 } = options
  const found = await findBrowser(env)
  if (found !== undefined) return found
  const remedy = 'install Chromium or set CHROMIUM_PATH, the browser tests are skipped without it'
  if (!mayInstall) {
    log(`no Chromium on this machine: ${remedy}`)
    return undefined
  }
  log(`no Chromium on this machine: installing it with apt-get (output in ${logFile})`)
  const reason = await runApt(env, logFile, AbortSignal.timeout(timeoutMs)).catch((error: Error) =>
    error.name === 'AbortError' ? `it took longer than ${timeoutMs / 1000} s` : error.message,
  )
  const installed = await findBrowser(env)
  if (installed === undefined) log(`Chromium could not be installed (${reason}): ${remedy}`)
  return installed
}

/** Returns how the installation ended. Throws if apt-get is missing, or on abort. */
async function runApt(
  env: NodeJS.ProcessEnv,
  logFile: string,
  signal: AbortSignal,
): Promise<string> {
  await mkdir(dirname(logFile), { recursive: true })
  await using output = await open(logFile, 'w')
  const run = async (...args: string[]): Promise<number> => {
    const child = spawn('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', output.fd, output.fd],
      signal,
    })
    return (await once(child, 'exit'))[0]
  }
  // A stale package list may still name the package, so a failed update is ignored.
  await run('update')
  let code = 0
  for (const name of debianPackages) {
    code = await run('-y', '--no-install-recommends', 'install', name)
    if (code === 0) break
  }
  return `apt-get ended with code ${code}`
}
