import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pictureProcesses } from '@atrium/pictures'
import { textProcesses } from '@atrium/workflow-runner/text-process'
import { describe, expect, test } from 'vitest'
import { platformVariables } from '../configuration/platform-variables.ts'
import { deployables, services } from '../services.ts'
import { at, composed, container, keys, named, withDefaults } from './test/manifests.ts'
import { readYaml } from './yaml-files.ts'

const variables = platformVariables.table

describe.each(deployables)('$name', ({ name, folder, portVariable, urlVariable }) => {
  const image = `atrium/${basename(folder)}`
  const internal = name === 'gateway' ? { port: 3007, name: 'internal' } : undefined
  const port =
    portVariable === 'PORT'
      ? at(variables, 'API_PORT', 'default')
      : at(variables, portVariable, 'default')

  test('appears in the compose file, built from its folder, at its port', () => {
    const service = composed(name)
    expect(service).toMatchObject({
      image: `\${ATRIUM_IMAGES:-atrium}/${basename(folder)}:\${ATRIUM_TAG:-latest}`,
      build: { dockerfile: 'infra/Dockerfile', args: { SERVICE: basename(folder), PORT: port } },
      environment: { [portVariable]: port, LISTEN_HOST: '0.0.0.0', NODE_ENV: 'production' },
      read_only: true,
    })
    if (urlVariable !== undefined)
      expect(withDefaults(composed('gateway', 'environment', urlVariable))).toBe(
        `http://${name}:${port}`,
      )
  })

  test('deploys with probes, limits, an unprivileged user and a service with its name', () => {
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
      resources: {
        requests: { memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      },
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    })
    expect(at(named('Service', name), 'spec')).toMatchObject({
      ports: [{ port, targetPort: 'http' }],
    })
    if (urlVariable !== undefined) {
      expect(at(named('ConfigMap', 'atrium-gateway'), 'data', urlVariable)).toBe(
        `http://${name}:${port}`,
      )
    }
  })

  test('appears in the build matrix and the scrape targets', () => {
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

const mebibyte = 1024 * 1024
/**
 * The MiB for a service itself and for its child processes. Invoicing includes its thread for PDF
 * files, and the workflow runner the heap from its `start` script.
 */
const decoders = [
  { name: 'assets', own: 384, children: pictureProcesses },
  { name: 'invoicing', own: 384 + 384 + 32, children: pictureProcesses },
  { name: 'workflow', own: 1_024, children: textProcesses },
]

test.each(decoders)('gives $name memory for all child processes when they are full', (decoder) => {
  const { name, own, children } = decoder
  const limit = String(at(container(name), 'resources', 'limits', 'memory'))
  const mebibytes = Number(/^(\d+)Mi$/.exec(limit)?.[1])
  const needed = own * mebibyte + children.most * children.memoryLimit
  expect(mebibytes * mebibyte).toBeGreaterThanOrEqual(needed)
})

test('knows the child processes of every service that decodes pictures', () => {
  const users = services.filter(({ folder }) => {
    const manifest = new URL(`../../${folder}/package.json`, import.meta.url)
    return keys(at(JSON.parse(readFileSync(manifest, 'utf8')), 'dependencies')).includes(
      '@atrium/pictures',
    )
  })
  const known = decoders.flatMap(({ name, children }) =>
    children === pictureProcesses ? [name] : [],
  )
  expect(users.map(({ name }) => name).toSorted()).toEqual(known)
})

test.each(services)('gives $name its own NATS user and PostgreSQL role', ({ name }) => {
  const password = `${name.toUpperCase()}:?run node infra/passwords.mjs}`
  const urls = ['NATS_URL', 'DATABASE_URL'].map((variable) =>
    withDefaults(composed(name, 'environment', variable)),
  )
  expect(urls).toEqual([
    `nats://${name}:\${NATS_PASSWORD_${password}@nats:4222`,
    `postgres://atrium_${name}:\${DATABASE_PASSWORD_${password}@postgres:5432/atrium`,
  ])
  expect(keys(composed('roles', 'environment'))).toContain(`ROLE_PASSWORD_${name}`)
  const script = readFileSync(
    new URL('../../infra/kubernetes/make-service-roles.sh', import.meta.url),
    'utf8',
  )
  expect(/^for service in (.*); do$/m.exec(script)?.[1]?.split(' ')).toContain(name)
  const containers = at(named('Deployment', name), 'spec', 'template', 'spec', 'containers')
  expect(at(containers, 0, 'envFrom')).toContainEqual({ secretRef: { name: `atrium-${name}` } })
})
