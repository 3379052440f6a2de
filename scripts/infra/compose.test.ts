import { containerImages, postgresInitdbArguments } from '@atrium/dev-servers'
import { expect, test } from 'vitest'
import { at, composed, keys, named } from './test/manifests.ts'

test("publishes neither the gateway's probes nor its metrics", () => {
  const environment = composed('gateway', 'environment')
  expect(environment).toMatchObject({ GATEWAY_INTERNAL_PORT: 3007 })
  expect(composed('gateway', 'ports')).toEqual([expect.stringMatching(/:3000$/)])
  expect(at(named('Service', 'gateway'), 'spec', 'ports')).toEqual([
    { name: 'http', port: 3000, targetPort: 'http' },
  ])
  const containers = at(named('Deployment', 'gateway'), 'spec', 'template', 'spec', 'containers')
  expect(at(containers, 0, 'env')).toContainEqual({ name: 'GATEWAY_INTERNAL_PORT', value: '3007' })
})

test('starts the same servers in tests as in the compose file', () => {
  const image = (name: string) => composed(name, 'image')
  expect({
    postgres: image('postgres'),
    nats: image('nats'),
    objectStore: image('objects'),
  }).toEqual(containerImages)
  expect(composed('postgres', 'environment', 'POSTGRES_INITDB_ARGS')).toBe(postgresInitdbArguments)
})

test('gives a server a health check if something waits for it', () => {
  const waits = keys(composed()).flatMap((name) =>
    Object.entries(composed(name, 'depends_on') ?? {}),
  )
  const unchecked = waits.filter(
    ([name, wait]) =>
      at(wait, 'condition') === 'service_healthy' &&
      composed(name, 'healthcheck') === undefined &&
      composed(name, 'build') === undefined,
  )
  expect(waits.length).toBeGreaterThan(10)
  expect(unchecked).toEqual([])
})

test('checks PostgreSQL over TCP, where it responds only after its initialisation', () => {
  const check = composed('postgres', 'healthcheck', 'test')
  expect(check).toEqual(['CMD', 'pg_isready', '-h', '127.0.0.1', '-U', 'atrium'])
})

test('routes the Ingress to the API and the well-known paths and publishes only the public port', () => {
  const paths = at(named('Ingress', 'gateway'), 'spec', 'rules', 0, 'http', 'paths')
  expect(paths).toMatchObject([{ path: '/api' }, { path: '/.well-known' }])
  const published = keys(composed()).flatMap((name) =>
    composed(name, 'ports') === undefined ? [] : [name],
  )
  expect(published).toEqual(['gateway'])
  expect(composed('gateway', 'ports')).toEqual([`\${PORT:-3000}:3000`])
})
