import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '@atrium/config'
import { containerImages, postgresInitdbArguments } from '@atrium/dev-servers'
import { principalKey } from '@atrium/http'
import { describe, expect, test } from 'vitest'
import { platformVariables, serviceVariables } from '../configuration/platform-variables.ts'
import { visibleVariables } from '../configuration/visible-variables.ts'
import { services } from '../services.ts'
import { natsUsersFile } from './nats-users.ts'
import { readYaml, yamlFiles } from './yaml-files.ts'

const variables = platformVariables.table

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The value at a path of keys; undefined where the path ends early. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  )
}

const keys = (value: unknown): string[] =>
  Object.keys(typeof value === 'object' && value !== null ? value : {})
const compose = () => readYaml('infra/compose.yaml')[0]
const kubernetes = () =>
  yamlFiles()
    .filter((file) => file.startsWith('infra/kubernetes/'))
    .flatMap(readYaml)
const named = (kind: string, name: string) =>
  kubernetes().find((object) => at(object, 'kind') === kind && at(object, 'metadata', 'name') === name)

test.each(yamlFiles())('%s is valid YAML', (file) => {
  expect(readYaml(file).length).toBeGreaterThan(0)
})

describe.each(services)('$name', ({ name, folder, portVariable, urlVariable }) => {
  const image = `atrium/${basename(folder)}`
  const internal = name === 'gateway' ? { port: 3007, name: 'internal' } : undefined
  const port =
    portVariable === 'PORT' ? at(variables, 'API_PORT', 'default') : at(variables, portVariable, 'default')

  test('is in the compose file, built from its folder, at its port', () => {
    const service = at(compose(), 'services', name)
    expect(service).toMatchObject({
      image,
      build: { dockerfile: 'infra/Dockerfile', args: { SERVICE: basename(folder), PORT: port } },
      environment: { [portVariable]: port, LISTEN_HOST: '0.0.0.0', NODE_ENV: 'production' },
      read_only: true,
    })
    if (urlVariable !== undefined)
      expect(at(compose(), 'services', 'gateway', 'environment', urlVariable)).toBe(`http://${name}:${port}`)
  })

  test('is deployed with probes, limits, an unprivileged user and a service of its name', () => {
    const pod = at(named('Deployment', name), 'spec', 'template', 'spec')
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true },
    })
    expect(at(pod, 'containers', 0)).toMatchObject({
      image,
      env: expect.arrayContaining([{ name: portVariable, value: String(port) }]),
      ports: [
        { name: 'http', containerPort: port },
        ...(internal === undefined ? [] : [{ name: internal.name, containerPort: internal.port }]),
      ],
      startupProbe: { httpGet: { path: '/livez', port: internal?.name ?? 'http' } },
      livenessProbe: { httpGet: { path: '/livez', port: internal?.name ?? 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: internal?.name ?? 'http' } },
      resources: { requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } },
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    })
    expect(at(named('Service', name), 'spec')).toMatchObject({ ports: [{ port, targetPort: 'http' }] })
    if (urlVariable !== undefined) {
      expect(at(named('ConfigMap', 'atrium-gateway'), 'data', urlVariable)).toBe(`http://${name}:${port}`)
    }
  })

  test('is built and scraped', () => {
    const matrix = at(
      readYaml('.github/workflows/ci.yaml')[0],
      'jobs',
      'image',
      'strategy',
      'matrix',
      'include',
    )
    expect(matrix).toContainEqual({ service: basename(folder), port })
    const targets = at(
      readYaml('infra/observability/prometheus.yaml')[0],
      'scrape_configs',
      0,
      'static_configs',
      0,
    )
    expect(at(targets, 'targets')).toContain(`${name}:${internal?.port ?? port}`)
  })
})

test("the gateway's probes and metrics are published by nothing", () => {
  const environment = at(compose(), 'services', 'gateway', 'environment')
  expect(environment).toMatchObject({ GATEWAY_INTERNAL_PORT: 3007 })
  expect(at(compose(), 'services', 'gateway', 'ports')).toEqual([expect.stringMatching(/:3000$/)])
  expect(at(named('Service', 'gateway'), 'spec', 'ports')).toEqual([
    { name: 'http', port: 3000, targetPort: 'http' },
  ])
  const containers = at(named('Deployment', 'gateway'), 'spec', 'template', 'spec', 'containers')
  expect(at(containers, 0, 'env')).toContainEqual({ name: 'GATEWAY_INTERNAL_PORT', value: '3007' })
})

test('the tests start the servers that the compose file runs', () => {
  const image = (name: string) => at(compose(), 'services', name, 'image')
  expect({ postgres: image('postgres'), nats: image('nats'), objectStore: image('objects') }).toEqual(
    containerImages,
  )
  expect(at(compose(), 'services', 'postgres', 'environment', 'POSTGRES_INITDB_ARGS')).toBe(
    postgresInitdbArguments,
  )
})

test('a server of the compose file that is waited for has a health check', () => {
  const waits = keys(at(compose(), 'services')).flatMap((name) =>
    Object.entries(at(compose(), 'services', name, 'depends_on') ?? {}),
  )
  const unchecked = waits.filter(
    ([name, wait]) =>
      at(wait, 'condition') === 'service_healthy' &&
      at(compose(), 'services', name, 'healthcheck') === undefined &&
      at(compose(), 'services', name, 'build') === undefined,
  )
  expect(waits.length).toBeGreaterThan(10)
  expect(unchecked).toEqual([])
})

test('PostgreSQL is asked over TCP whether it is ready, which it is only after its initialisation', () => {
  const check = at(compose(), 'services', 'postgres', 'healthcheck', 'test')
  expect(check).toEqual(['CMD', 'pg_isready', '-h', '127.0.0.1', '-U', 'atrium'])
})

test('every Kubernetes file is applied', () => {
  const files = yamlFiles().map((file) => basename(file))
  const applied = at(readYaml('infra/kubernetes/kustomization.yaml')[0], 'resources')
  const expected = yamlFiles()
    .filter((file) => file.startsWith('infra/kubernetes/') && !file.endsWith('kustomization.yaml'))
    .map((file) => basename(file))
  expect(expected.length).toBeGreaterThan(4)
  expect(applied).toEqual(expect.arrayContaining(expected))
  expect(files).toEqual(expect.arrayContaining(applied as string[]))
})

/** The keys of a service's own Secret in Kubernetes that every deployment has, by infra/README.md. */
const ownSecretKeys = ['DATABASE_URL', 'DATABASE_USER', 'DATABASE_PASSWORD', 'NATS_URL']

const container = (name: string) => at(named('Deployment', name), 'spec', 'template', 'spec', 'containers', 0)

/** The variables that a pod gets from ConfigMaps and by name. */
function givenByKubernetes(name: string): string[] {
  const maps = [at(container(name), 'envFrom')].flat().map((source) => at(source, 'configMapRef', 'name'))
  return [
    ...maps.flatMap((map) => keys(at(named('ConfigMap', String(map)), 'data'))),
    ...[at(container(name), 'env')].flat().map((entry) => String(at(entry, 'name'))),
  ]
}

describe.each(services)('$name is handed the variables that it reads, and every required one', (service) => {
  const { name, table } = service
  const visible = name === 'workflow' ? Object.keys(visibleVariables) : []
  const required = Object.entries(table).flatMap(([variable, row]) => (row.required ? [variable] : []))

  test.each([
    ['compose', () => keys(at(compose(), 'services', name, 'environment'))],
    ['Kubernetes', () => [...givenByKubernetes(name), ...ownSecretKeys]],
  ])('by %s', (_, read) => {
    const given = read()
    expect(given.filter((variable) => !(variable in table) && !visible.includes(variable))).toEqual([])
    expect(required.length).toBeGreaterThan(5)
    expect(given).toEqual(expect.arrayContaining(required))
    expect(new Set(given).size).toBe(given.length)
  })

  test('and no Secret but its own as a whole', () => {
    expect(at(container(name), 'envFrom')).toEqual([
      { configMapRef: { name: 'atrium' } },
      { configMapRef: { name: `atrium-${name}` } },
      { secretRef: { name: `atrium-${name}` } },
    ])
  })
})

test('a variable has one value in every ConfigMap of Kubernetes', () => {
  const maps = ['atrium', ...services.map(({ name }) => `atrium-${name}`)]
  const pairs = maps.flatMap((map) => Object.entries(at(named('ConfigMap', map), 'data') ?? {}))
  expect(pairs.length).toBeGreaterThan(20)
  expect(pairs.filter(([name, value]) => value !== Object.fromEntries(pairs)[name])).toEqual([])
})

function drawPasswords(): ReadonlyMap<string | undefined, string | undefined> {
  const drawn = execFileSync(process.execPath, [join(root, 'infra/passwords.mjs')], { encoding: 'utf8' })
  return new Map(drawn.split('\n').map((line) => [line.split('=')[0], line.split('=')[1]]))
}

test.each(services)('$name boots with what passwords.mjs draws for the compose file', ({ name }) => {
  const passwords = drawPasswords()
  expect(passwords.size).toBeGreaterThan(15)
  const filled = (text: string) =>
    text.replace(/\$\{(\w+)(?::(\?|-)([^}]*))?\}/g, (_, variable: string, kind = '', fallback = '') => {
      const value = passwords.get(variable) ?? (kind === '-' ? fallback : undefined)
      if (value === undefined) throw new Error(`nothing draws ${variable}`)
      return value
    })
  const environment = Object.entries(at(compose(), 'services', name, 'environment') ?? {})
  const given = Object.fromEntries(environment.map(([key, value]) => [key, filled(String(value))]))
  const variables = serviceVariables.find(({ owner }) => owner === name)
  expect(variables && (() => loadConfig<object>(variables, given))).not.toThrow()
})

test.each(services)(
  '$name alone holds its key of principal tokens, and none holds another key',
  ({ name }) => {
    const environment = at(compose(), 'services', name, 'environment')
    const variables = keys(environment).filter((key) => /^(PRINCIPAL_KEY|AUTH_SESSION_SECRET)$/.test(key))
    const env = at(named('Deployment', name), 'spec', 'template', 'spec', 'containers', 0, 'env')
    const own = name === 'gateway' || name === 'identity' ? 'AUTH_SESSION_SECRET' : 'PRINCIPAL_KEY'
    expect(variables).toEqual([own])
    expect(env).toContainEqual({
      name: own,
      valueFrom: { secretKeyRef: { name: `atrium-${name}`, key: own } },
    })
    if (own === 'AUTH_SESSION_SECRET') return
    expect(at(environment, own)).toBe(`\${PRINCIPAL_KEY_${name.toUpperCase()}:?}`)
    const passwords = drawPasswords()
    const key = principalKey(passwords.get('AUTH_SESSION_SECRET') ?? '', name)
    expect(passwords.get(`PRINCIPAL_KEY_${name.toUpperCase()}`)).toBe(Buffer.from(key).toString('base64url'))
  },
)

test('a server that shares the namespace is not closed to the services', () => {
  const selector = at(named('NetworkPolicy', 'internal-services'), 'spec', 'podSelector')
  expect(at(selector, 'matchLabels')).toEqual({ 'app.kubernetes.io/part-of': 'atrium' })
  for (const { name } of services) {
    const labels = at(named('Deployment', name), 'spec', 'template', 'metadata', 'labels')
    expect(labels).toMatchObject({ 'app.kubernetes.io/part-of': 'atrium' })
  }
})

test('no secret is written into the Kubernetes files', () => {
  const secrets = Object.entries(variables).flatMap(([name, variable]) =>
    variable.kind === 'secret' ? [name] : [],
  )
  // A reference to a Secret names the variable and holds no value.
  const text = JSON.stringify(kubernetes(), (_, value: unknown) =>
    at(value, 'valueFrom', 'secretKeyRef') === undefined ? value : undefined,
  )
  expect(secrets.filter((name) => text.includes(`"${name}"`))).toEqual([])
})

test('NATS has the users and permissions of the table of traffic', () => {
  const file = join(root, 'infra/kubernetes/nats-users.conf')
  expect(readFileSync(file, 'utf8')).toBe(natsUsersFile())
  const given = keys(at(compose(), 'services', 'nats', 'environment'))
  for (const user of ['operator', ...services.map(({ name }) => name)]) {
    expect(given).toContain(`NATS_PASSWORD_${user.toUpperCase()}`)
  }
})

test.each(services)('$name comes with its own user at NATS and its own role in PostgreSQL', ({ name }) => {
  const password = `${name.toUpperCase()}:?}`
  expect(at(compose(), 'services', name, 'environment')).toMatchObject({
    NATS_URL: `nats://${name}:\${NATS_PASSWORD_${password}@nats:4222`,
    DATABASE_URL: `postgres://atrium_${name}:\${DATABASE_PASSWORD_${password}@postgres:5432/atrium`,
  })
  expect(keys(at(compose(), 'services', 'roles', 'environment'))).toContain(`ROLE_PASSWORD_${name}`)
  const containers = at(named('Deployment', name), 'spec', 'template', 'spec', 'containers')
  expect(at(containers, 0, 'envFrom')).toContainEqual({ secretRef: { name: `atrium-${name}` } })
})

test('images and actions are pinned, and nothing is fetched outside of the lockfile', () => {
  const text = yamlFiles()
    .map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
    .join('\n')
  const images = [...text.matchAll(/^\s*(?:image|container): (\S+)$/gm)].map((match) => match[1] ?? '')
  const foreign = images.filter((image) => !image.startsWith('atrium/'))
  expect(foreign.length).toBeGreaterThan(3)
  // PostgreSQL has two parts in its versions, SeaweedFS too.
  expect(foreign.filter((image) => !/:\d+\.\d+(\.\d+)?(-[\w.-]+)?$/.test(image))).toEqual([])
  const actions = [...text.matchAll(/uses: (\S+)/g)].map((match) => match[1] ?? '')
  expect(actions.length).toBeGreaterThan(5)
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
  const recipe = readFileSync(new URL('../../infra/Dockerfile', import.meta.url), 'utf8')
  expect(recipe).not.toMatch(/\b(dlx|npx)\b/)
})

test('the Ingress leads to the API and to what is well known, and the compose file publishes the public port alone', () => {
  const paths = at(named('Ingress', 'gateway'), 'spec', 'rules', 0, 'http', 'paths')
  expect(paths).toMatchObject([{ path: '/api' }, { path: '/.well-known' }])
  const published = keys(at(compose(), 'services')).flatMap((name) =>
    at(compose(), 'services', name, 'ports') === undefined ? [] : [name],
  )
  expect(published).toEqual(['gateway'])
  expect(at(compose(), 'services', 'gateway', 'ports')).toEqual([`\${PORT:-3000}:3000`])
})
