import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platformVariables } from '../configuration/platform-variables.ts'
import { drawPng } from '../newcomer/draw-png.ts'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

const mark = 'MARKEDSECRET'
const needed = new Set(['DATABASE_URL', 'NATS_URL'])
const marked = Object.fromEntries(
  Object.entries(platformVariables.table)
    .filter(
      ([name, variable]) =>
        variable.kind === 'secret' && variable.type === 'text' && !needed.has(name),
    )
    .map(([name]) => [name, `${mark}${randomBytes(12).toString('hex')}`]),
)
marked['SMTP_URL'] = `smtp://${mark}user:${mark}password@127.0.0.1:1`
let platform: TestPlatform
const answers: string[] = []

async function ask(path: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(platform.baseUrl + path, init)
  const headers = JSON.stringify([...response.headers])
  answers.push(`${path} ${response.status} ${headers} ${await response.text()}`)
}

beforeAll(async () => {
  platform = await startTestPlatform({ ...marked, LOG_LEVEL: 'trace' })
})
afterAll(() => platform?.stop())

test('boots with a marker in every secret', () => {
  expect(Object.keys(marked).length).toBeGreaterThan(15)
})

test('shows no environment secret in a response, log line or metric', async () => {
  const { client } = await signUpNewcomer(platform.baseUrl, 'marked')
  await client.assets.upload(drawPng(8))
  for (const path of [
    '/api/config',
    '/api/health',
    '/api/auth-providers',
    '/api/openapi.json',
    '/api/docs',
    '/api/me',
    '/api/nothing',
    '/api/auth/nothing',
  ]) {
    await ask(path)
  }
  await ask('/api/me', { headers: { 'x-api-key': Object.values(marked)[0] ?? '' } })
  await ask('/api/me', { headers: { cookie: `atrium.session_token=${Object.values(marked)[1]}` } })
  await ask('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: Object.values(marked)[2] }),
  })
  await ask('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  for (const service of platform.services.values()) {
    answers.push(await (await fetch(`${service.internalUrl}/metrics`)).text())
    answers.push(await (await fetch(`${service.internalUrl}/openapi.json`)).text())
  }
  expect(answers.join('\n')).not.toContain(mark)
  expect(platform.log.text()).not.toContain(mark)
})

test('writes the password inside DATABASE_URL to no log line', () => {
  const { password } = new URL(platform.env['DATABASE_URL'] ?? '')
  expect(password.length).toBeGreaterThan(5)
  expect(platform.log.text()).not.toContain(password)
})
