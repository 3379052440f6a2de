import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

// The headless shell draws no windows. This saves the tests a tenth of the processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]

/** The browser for tests: its program path and reported version. */
export interface Browser {
  readonly path: string
  readonly version: string
}

/**
 * Finds Chromium or Chrome: the program in `CHROMIUM_PATH`, else the first working one on the
 * search path. Returns undefined if there is none. Throws if the program in `CHROMIUM_PATH` does
 * not run.
 */
export async function findBrowser(env: NodeJS.ProcessEnv): Promise<Browser | undefined> {
  const given = env['CHROMIUM_PATH']
  if (given) {
    const version = await readVersion(given, env)
    if (version === undefined) throw new Error(`CHROMIUM_PATH: ${given} is no Chromium that runs`)
    return { path: given, version }
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    const version = await readVersion(path, env)
    if (version !== undefined) return { path, version }
  }
  return undefined
}

/**
 * Returns the browser's version. Ubuntu's `chromium-browser` without its snap is a script without a
 * version.
 */
async function readVersion(path: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { env, timeout: 20_000 })
    return /\d[\d.]*/.exec(stdout)?.[0]
  } catch {
    return undefined
  }
}
