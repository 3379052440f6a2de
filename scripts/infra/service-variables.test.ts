import { loadConfig } from '@atrium/config'
import { describe, expect, test } from 'vitest'
import { serviceVariables } from '../configuration/platform-variables.ts'
import { visibleVariables } from '../configuration/visible-variables.ts'
import { dashboard, services } from '../services.ts'
import { drawnPasswords as passwords } from './test/drawn-passwords.ts'
import { at, composed, container, keys, named } from './test/manifests.ts'

/** The keys in a service's own Secret in every Kubernetes deployment (infra/README.md). */
const ownSecretKeys = ['DATABASE_URL', 'DATABASE_USER', 'DATABASE_PASSWORD', 'NATS_URL']

/** Returns a pod's variables from ConfigMaps and by name. */
function givenByKubernetes(name: string): string[] {
  const maps = [at(container(name), 'envFrom')]
    .flat()
    .map((source) => at(source, 'configMapRef', 'name'))
  return [
    ...maps.flatMap((map) => keys(at(named('ConfigMap', String(map)), 'data'))),
    ...[at(container(name), 'env')].flat().map((entry) => String(at(entry, 'name'))),
  ]
}

describe.each(services)('variables of $name', (service) => {
  const { name, table } = service
  const visible = name === 'workflow' ? Object.keys(visibleVariables) : []
  const required = Object.entries(table).flatMap(([variable, row]) =>
    row.required ? [variable] : [],
  )

  test.each([
    ['compose', () => keys(composed(name, 'environment'))],
    ['Kubernetes', () => [...givenByKubernetes(name), ...ownSecretKeys]],
  ])('passes the variables that it reads and every required one by %s', (_, read) => {
    const given = read()
    expect(given.filter((variable) => !(variable in table) && !visible.includes(variable))).toEqual(
      [],
    )
    expect(required.length).toBeGreaterThan(5)
    expect(given).toEqual(expect.arrayContaining(required))
    expect(new Set(given).size).toBe(given.length)
  })

  test('passes no whole Secret except its own', () => {
    expect(at(container(name), 'envFrom')).toEqual([
      { configMapRef: { name: 'atrium' } },
      { configMapRef: { name: `atrium-${name}` } },
      { secretRef: { name: `atrium-${name}` } },
    ])
  })
})

test('passes the dashboard the variables that it reads and no secret', () => {
  const { name, table } = dashboard
  const given = [keys(composed(name, 'environment')), givenByKubernetes(name)]
  for (const names of given) {
    expect(names).toEqual(
      expect.arrayContaining(['API_URL', 'DASHBOARD_URL', 'DASHBOARD_PORT', 'NODE_ENV']),
    )
    expect(names.filter((variable) => !(variable in table))).toEqual([])
  }
  expect(at(container(name), 'envFrom')).toEqual([{ configMapRef: { name: `atrium-${name}` } }])
  expect(Object.values(table).filter(({ kind }) => kind === 'secret')).toEqual([])
})

test.each(services)(
  'boots $name with the output of passwords.mjs for the compose file',
  ({ name }) => {
    expect(passwords.size).toBeGreaterThan(15)
    const filled = (text: string) =>
      text.replace(
        /\$\{(\w+)(?::(\?|-)([^}]*))?\}/g,
        (_, variable: string, kind = '', fallback = '') => {
          const value = passwords.get(variable) ?? (kind === '-' ? fallback : undefined)
          if (value === undefined) throw new Error(`nothing draws ${variable}`)
          return value
        },
      )
    const environment = Object.entries(composed(name, 'environment') ?? {})
    const given = Object.fromEntries(
      environment.map(([key, value]) => [key, filled(String(value))]),
    )
    const variables = serviceVariables.find(({ owner }) => owner === name)
    expect(variables && (() => loadConfig<object>(variables, given))).not.toThrow()
  },
)
