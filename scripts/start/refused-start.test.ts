import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestHome, patienceMs, type TestHome } from './test-home.ts'

let at: TestHome

describe.skipIf(process.platform !== 'linux')('npm start', { timeout: patienceMs }, () => {
  beforeEach(async () => {
    at = await openTestHome()
  })
  afterEach(() => at.close(), patienceMs)

  test('exits with one line and a non-zero code if a port is taken', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(at.port, '127.0.0.1', resolve))
    const platform = at.launch()
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toBe(
      `atrium: port ${at.port} is taken: stop what listens there, or set API_PORT to another\n`,
    )
    await new Promise((resolve) => server.close(resolve))
  })

  test('exits with one line before any server starts if a required key is empty', async () => {
    const platform = at.launch([], { AUTH_SECRET: '' })
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toMatch(/^atrium: .*missing AUTH_SECRET\n$/)
    expect(await readFile(join(at.home, 'log', 'postgres.log'), 'utf8')).toBe('')
  })

  test.each(['API_PORT', 'NATS_PORT', 'DATABASE_PORT', 'BOARD_PORT', 'SANDBOX_PORT'])(
    'rejects %s with one line if it is not a port',
    async (name) => {
      const platform = at.launch([], { [name]: 'abc' })
      expect(await platform.ended).toBe(1)
      expect(platform.output()).toBe(
        `atrium: ${name} is not a port: expected a whole number from 1 to 65535\n`,
      )
    },
  )

  test.each(['NODE_ENV', 'APP_ENV'])(
    'refuses stand-ins in %s of production, and their keys without them, before any server starts',
    async (name) => {
      const refused = at.launch([], { [name]: 'production' })
      expect(await refused.ended).toBe(1)
      expect(refused.output()).toBe(
        `atrium: ${name} is production, which refuses the sandbox: start with --no-sandbox\n`,
      )
      expect(await readdir(at.home)).toEqual([])
      const key = { PAYMENTS_SECRET_KEY: 'sk_test_sandbox' }
      const known = at.launch(['--no-sandbox'], { [name]: 'production', ...key })
      expect(await known.ended).toBe(1)
      expect(known.output()).toMatch(
        /^atrium: .*PAYMENTS_SECRET_KEY is a well-known development key, which production refuses\n$/,
      )
      expect(await readFile(join(at.home, 'log', 'postgres.log'), 'utf8')).toBe('')
    },
  )

  test('stops every process in watch mode if a service cannot listen, and prints one line', async () => {
    // A documentation address. No machine has it, and only the gateway listens on it.
    const platform = at.launch(['--watch'], { LISTEN_HOST: '192.0.2.1' })
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toMatch(/^atrium: .*192\.0\.2\.1.*$/m)
    await at.nothingLeft()
  })

  test('rejects any other invalid number with one line', async () => {
    const platform = at.launch([], { DATABASE_POOL_SIZE: 'many' })
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toMatch(
      /^atrium: .*malformed DATABASE_POOL_SIZE \(expected a whole number\)\n$/,
    )
  })

  test('starts nothing when --help prints the options', async () => {
    const platform = at.launch(['--help'])
    expect(await platform.ended).toBe(0)
    for (const option of ['--fresh', '--processes', '--no-sandbox'])
      expect(platform.output()).toContain(option)
    expect(await readdir(at.home)).toEqual([])
  })

  test('rejects an unknown argument with one line', async () => {
    const platform = at.launch(['--frehs'])
    expect(await platform.ended).toBe(1)
    expect(platform.output()).toMatch(/^atrium: .*--frehs.*\n$/)
  })
})
