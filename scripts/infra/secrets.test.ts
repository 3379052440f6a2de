import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { principalKey } from '@atrium/http'
import { expect, test } from 'vitest'
import { platformVariables } from '../configuration/platform-variables.ts'
import { services } from '../services.ts'
import { natsUsersFile } from './nats-users.ts'
import { drawnPasswords as passwords } from './test/drawn-passwords.ts'
import { at, composed, container, keys, kubernetes } from './test/manifests.ts'

const variables = platformVariables.table

const root = fileURLToPath(new URL('../..', import.meta.url))

test.each(services)('gives the principal key of $name to that service only', ({ name }) => {
  const environment = composed(name, 'environment')
  const variables = keys(environment).filter((key) =>
    /^(PRINCIPAL_KEY|AUTH_SESSION_SECRET)$/.test(key),
  )
  const env = at(container(name), 'env')
  const own = name === 'gateway' || name === 'identity' ? 'AUTH_SESSION_SECRET' : 'PRINCIPAL_KEY'
  expect(variables).toEqual([own])
  expect(env).toContainEqual({
    name: own,
    valueFrom: { secretKeyRef: { name: `atrium-${name}`, key: own } },
  })
  if (own === 'AUTH_SESSION_SECRET') return
  expect(at(environment, own)).toBe(
    `\${PRINCIPAL_KEY_${name.toUpperCase()}:?run node infra/passwords.mjs}`,
  )
  const key = principalKey(passwords.get('AUTH_SESSION_SECRET') ?? '', name)
  expect(passwords.get(`PRINCIPAL_KEY_${name.toUpperCase()}`)).toBe(
    Buffer.from(key).toString('base64url'),
  )
})

test('writes no secret into the Kubernetes files', () => {
  const secrets = Object.entries(variables).flatMap(([name, variable]) =>
    variable.kind === 'secret' ? [name] : [],
  )
  // A reference to a Secret names the variable but has no value.
  const text = JSON.stringify(kubernetes, (_, value: unknown) =>
    at(value, 'valueFrom', 'secretKeyRef') === undefined ? value : undefined,
  )
  expect(secrets.filter((name) => text.includes(`"${name}"`))).toEqual([])
})

test('gives NATS the users and permissions from the traffic table', () => {
  const file = join(root, 'infra/kubernetes/nats-users.conf')
  expect(readFileSync(file, 'utf8')).toBe(natsUsersFile())
  const given = keys(composed('nats', 'environment'))
  for (const user of ['operator', ...services.map(({ name }) => name)]) {
    expect(given).toContain(`NATS_PASSWORD_${user.toUpperCase()}`)
  }
})
