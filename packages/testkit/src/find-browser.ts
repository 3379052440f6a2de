import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

// The headless shell has no windows to draw: the tests take a tenth less of the processor with it.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]

/** The browser of the tests: the path of its program, and the version that it reports. */
export interface Browser {
  readonly path: string
  readonly version: string
}

/**
 * Finds Chromium or Chrome: the program that `CHROMIUM_PATH` names, else the first that runs on the search path.
 * Undefined when there is none; throws when `CHROMIUM_PATH` names no program that runs.
 */
export async function findBrowser(env: NodeJS.ProcessEnv): Promise<Browser | undefined> {
  const given = env['CHROMIUM_PATH']
  if (given) {
    const version = await versionOf(given, env)
    if (version === undefined) throw new Error(`CHROMIUM_PATH: ${given} is no Chromium that runs`)
    return { path: given, version }
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    const version = await versionOf(path, env)
    if (version !== undefined) return { path, version }
  }
  return undefined
}

/** Ubuntu's `chromium-browser` without its snap is a script that reports no version. */
async function versionOf(path: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { env, timeout: 20_000 })
    return /\d[\d.]*/.exec(stdout)?.[0]
  } catch {
    return undefined
  }
}
