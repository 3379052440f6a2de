import { createRedactor, type Env, secretValues } from '@atrium/config'
import {
  capturedLog,
  createTestDatabase,
  createTestEnv,
  eventually,
  type TestDatabase,
} from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService } from '../src/index.ts'
import { probeService, probeVariables } from './probe-service.ts'

// More secrets of the process, as when several services share one.
const others = Array.from({ length: 20 }, (_, n) => `marked-other-secret-${n}`)
const toSecrets = (env: Env): string[] => [...secretValues(probeVariables.table, env), ...others]

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await createTestDatabase()
  env = {
    ...markedSecrets(),
    ...Object.fromEntries(others.map((secret, n) => [`OTHER_${n}`, secret])),
    ...createTestEnv({ databaseUrl: database.url, overrides: { LOG_LEVEL: 'trace' } }),
  }
})
afterAll(() => database.drop())

/**
 * Sets every secret in the table to a value that can be found again, except those that the test
 * needs to run.
 */
function markedSecrets(): Record<string, string> {
  const marked = Object.entries(probeVariables.table)
    .filter(([, variable]) => variable.kind === 'secret')
    .map(([name, variable]) => {
      const mark = `marked-${name.toLowerCase().replaceAll('_', '-')}`
      if (variable.type === 'key')
        return [name, Buffer.from(mark.padEnd(32, '-')).subarray(0, 32).toString('base64url')]
      return [
        name,
        variable.type.toLowerCase().endsWith('url') ? `https://example.test/hooks/${mark}` : mark,
      ]
    })
  return Object.fromEntries(marked)
}

/** Fails if the text contains a secret in any encoding. */
function expectClean(text: string): void {
  expect(createRedactor(toSecrets(env))(text)).toBe(text)
}

test('writes no environment secret to a log line, response or metric, even if something fails', async () => {
  expect(toSecrets(env).length).toBeGreaterThan(20)
  const log = capturedLog()
  const running = await startService(probeService({ jobs: true }), {
    env,
    secrets: others,
    port: 0,
    destination: log.destination,
  })
  const answers: string[] = []
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${running.url}${path}`, init)
    answers.push(
      `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`,
    )
  }
  const secrets = toSecrets(env).filter((value) => /^[\x21-\x7e]+$/.test(value))
  await ask('/api/break')
  for (const secret of secrets) {
    await ask(`/api/wait/${encodeURIComponent(secret)}`, {
      headers: { authorization: `Bearer ${secret}`, cookie: secret },
    })
  }
  await ask('/api/notes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: secrets.join(' ') }),
  })
  await ask('/api/notes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"text": ${secrets[0]}`,
  })
  for (const path of ['/livez', '/readyz', '/metrics', '/openapi.json']) await ask(path)
  await eventually(() => expect(log.text()).toContain('"queue":"jobs-probe-copy"'))
  await running.stop()
  expect(log.text()).toContain('All I know')
  expect(log.text()).toContain('[redacted]')
  for (const answer of answers) expectClean(answer)
  expectClean(log.text())
})

test.each([
  ['a wrong password', { pathname: '', password: 'another-marked-password' }],
  ['a database that does not exist', { pathname: '/no_such_database', password: '' }],
])('reports a failed start for %s without the secret', async (_, { pathname, password }) => {
  const url = new URL(database.url)
  if (pathname !== '') url.pathname = pathname
  if (password !== '') url.password = password
  const log = capturedLog()
  const wrong = { ...env, DATABASE_URL: url.toString() }
  const error = await startService(probeService(), {
    env: wrong,
    port: 0,
    destination: log.destination,
  }).then(
    () => expect.unreachable('it started'),
    (thrown: Error) => thrown,
  )
  expect(error.message).not.toBe('')
  const redact = createRedactor(toSecrets(wrong))
  for (const text of [error.message, log.text()]) expect(redact(text)).toBe(text)
})
