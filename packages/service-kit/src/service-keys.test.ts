import type { Principal } from '@atrium/contracts'
import { derivedPrincipalTokens, principalHeader, principalKey } from '@atrium/http'
import { expect, test } from 'vitest'
import { probeService, probeVariables } from '../test/probe-service.ts'
import { useProbe } from '../test/use-probe.ts'

const { env, lines, start } = useProbe()

const anybody: Principal = {
  userId: 'usr_1',
  orgId: 'org_1',
  isAdmin: false,
  role: 'member',
  via: 'session',
  credentialId: 'ses_1',
}

test('needs no session secret if a service has its own key, and accepts the key from before a rotation', async () => {
  const { AUTH_SESSION_SECRET: _, ...withoutSecret } = env()
  const [key, previous] = ['the secret', 'the secret before'].map((secret) =>
    principalKey(secret, 'board'),
  )
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64url')
  const running = await start(undefined, {
    env: { ...withoutSecret, PRINCIPAL_KEY: text(key), PRINCIPAL_KEY_PREVIOUS: text(previous) },
  })
  const status = async (service: string, secret: string) => {
    const token = await derivedPrincipalTokens(service, secret).sign(anybody)
    return (await fetch(`${running.url}/api/wait/0`, { headers: { [principalHeader]: token } }))
      .status
  }
  expect(await status('board', 'the secret')).not.toBe(401)
  expect(await status('board', 'the secret before')).not.toBe(401)
  expect(await status('board', 'another secret')).toBe(401)
  expect(await status('invoicing', 'the secret')).toBe(401)
})

test('logs one exact warning per dormant integration, by the service that owns it', async () => {
  const integrations = ['one', 'two', 'three', 'four'].map((id) => ({
    id,
    subsystem: id,
    feature: `the ${id} feature`,
    needs: [`${id.toUpperCase()}_KEY`, 'SHARED_KEY'],
  }))
  await start(probeService({ name: 'connect', variables: { ...probeVariables, integrations } }))
  const warnings = lines().filter(({ level }) => level === 40)
  expect(warnings.length).toBeGreaterThan(3)
  for (const { msg } of warnings) {
    expect(msg).toMatch(
      /^\[[a-z-]+\] [A-Z][A-Z0-9_]*(, [A-Z][A-Z0-9_]*)* not set - .+ unavailable$/,
    )
  }
  expect(new Set(warnings.map(({ msg }) => msg)).size).toBe(warnings.length)
})
