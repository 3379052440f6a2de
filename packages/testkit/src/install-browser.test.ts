import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBrowser } from './find-browser.ts'
import { type InstallBrowserOptions, installBrowser } from './install-browser.ts'

let folder: string
let lines: string[]
let logFile: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-browser-'))
  lines = []
  logFile = join(folder, 'logs', 'chromium.log')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const chromium = 'echo "Chromium 156.0.8078.79 built on Debian"'

/** Writes a shell script into the tests' search path, which contains nothing else. */
async function program(name: string, script: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

const aptGet = (install: string) =>
  program('apt-get', `echo "$*"\ncase "$*" in *install*) ${install};; esac`)

const bring = (options: Partial<InstallBrowserOptions> = {}) =>
  installBrowser({
    env: { PATH: folder },
    log: (line) => lines.push(line),
    logFile,
    mayInstall: true,
    ...options,
  })

test('prefers CHROMIUM_PATH to the search path', async () => {
  await program('chromium', chromium)
  const own = await program('my-browser', 'echo "Google Chrome 200.1"')
  expect(await findBrowser({ PATH: folder, CHROMIUM_PATH: own })).toEqual({
    path: own,
    version: '200.1',
  })
})

test('throws if the program in CHROMIUM_PATH does not work', async () => {
  await program('chromium', chromium)
  await expect(findBrowser({ PATH: folder, CHROMIUM_PATH: '/nowhere/chromium' })).rejects.toThrow(
    'CHROMIUM_PATH: /nowhere/chromium is no Chromium that runs',
  )
})

test('skips a program if it does not report a version', async () => {
  await program('chromium', 'echo "install the snap" >&2; exit 1')
  const chrome = await program('google-chrome', chromium)
  expect(await findBrowser({ PATH: folder })).toEqual({ path: chrome, version: '156.0.8078.79' })
})

test('prefers the headless shell to the whole browser', async () => {
  await program('chromium', chromium)
  const shell = await program('chromium-headless-shell', chromium)
  expect((await findBrowser({ PATH: folder }))?.path).toBe(shell)
})

test('does not run apt-get if a browser is present', async () => {
  const path = await program('chromium', chromium)
  await aptGet('exit 1')
  expect((await bring())?.path).toBe(path)
  expect(lines).toEqual([])
})

test('installs a missing browser and logs the output of apt-get to the file', async () => {
  await aptGet(
    `printf '#!/bin/sh\\n${chromium}' > ${folder}/chromium; /bin/chmod 755 ${folder}/chromium`,
  )
  expect(await bring()).toEqual({ path: join(folder, 'chromium'), version: '156.0.8078.79' })
  expect(lines).toEqual([
    expect.stringContaining(`installing it with apt-get (output in ${logFile})`),
  ])
  const output = await readFile(logFile, 'utf8')
  expect(output).toMatch(/ update\n.* -y --no-install-recommends install chromium-headless-shell\n/)
})

test('installs the whole browser if there is no headless shell package', async () => {
  const write = `printf '#!/bin/sh\\n${chromium}' > ${folder}/chromium; /bin/chmod 755 ${folder}/chromium`
  await aptGet(`case "$*" in *shell*) exit 100;; *) ${write};; esac`)
  expect((await bring())?.path).toBe(join(folder, 'chromium'))
})

test.each([
  ['a failure', 'exit 100', 'apt-get ended with code 100'],
  ['a hanging installation', 'exec /bin/sleep 60', 'it took longer than 0.5 s'],
])(
  'reports one line with the reason and no browser on %s of apt-get',
  async (_name, script, reason) => {
    await aptGet(script)
    expect(await bring({ timeoutMs: 500 })).toBeUndefined()
    expect(lines[1]).toContain(
      `Chromium could not be installed (${reason}): install Chromium or set CHROMIUM_PATH`,
    )
  },
)

test('names the remedy in one line if apt-get is missing or the user may not install', async () => {
  expect(await bring()).toBeUndefined()
  expect(lines[1]).toContain('ENOENT')
  expect(await bring({ mayInstall: false })).toBeUndefined()
  expect(lines[2]).toContain('install Chromium or set CHROMIUM_PATH')
})
