import type { Principal } from '@atrium/contracts'
import { createPrincipalTokens, derivedPrincipalTokens } from '@atrium/http'
import { expect, it } from 'vitest'
import { runCommand } from '../run-command.ts'

const secret = 'a session secret of some length, long enough'

async function call(args: string[], env: Record<string, string> = { AUTH_SESSION_SECRET: secret }) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommand(['principal-keys', ...args], {
    env,
    write: (line) => out.push(line),
    error: (line) => err.push(line),
  })
  return { code, out, err: err.join('\n') }
}

it('prints a different key for each service behind the gateway', async () => {
  const { code, out } = await call([])
  expect(code).toBe(0)
  expect(out.map((line) => line.split('=')[0])).toEqual(
    ['IDENTITY', 'ASSETS', 'BOARD', 'INVOICING', 'CONNECT', 'WORKFLOW', 'MCP'].map(
      (name) => `PRINCIPAL_KEY_${name}`,
    ),
  )
  expect(new Set(out.map((line) => line.split('=')[1])).size).toBe(7)
  expect(out.join()).not.toContain(secret)
})

it("prints a service key that verifies the gateway's tokens for that service", async () => {
  const { out } = await call(['--service', 'board'])
  const [name, key = ''] = (out[0] ?? '').split('=')
  expect(name).toBe('PRINCIPAL_KEY')
  const principal: Principal = {
    userId: 'usr_1',
    orgId: 'org_1',
    isAdmin: false,
    credentialId: 'ses_1',
    role: 'owner',
    via: 'session',
  }
  const token = await derivedPrincipalTokens('board', secret).sign(principal)
  expect(await createPrincipalTokens('board', Buffer.from(key, 'base64url')).verify(token)).toEqual(
    principal,
  )
})

it.each([
  [['--service', 'gateway'], 'There is no service gateway'],
  [['--all'], "unknown option '--all'"],
  [['board'], 'Usage'],
])('refuses %j with exit code 2', async (args, message) => {
  expect(await call(args)).toMatchObject({
    code: 2,
    out: [],
    err: expect.stringContaining(message),
  })
})

it('refuses to print keys if the session secret is missing or blank', async () => {
  const wrong = { code: 2, out: [], err: 'atrium: AUTH_SESSION_SECRET is not set' }
  expect(await call([], {})).toEqual(wrong)
  expect(await call([], { AUTH_SESSION_SECRET: ' ' })).toEqual(wrong)
})
