import { bootWarnings, loadConfig, plannedVariables, sharedVariables } from '@atrium/config'
import { expect, test } from 'vitest'
import { platformVariables, serviceVariables } from './platform-variables.ts'
import { minimalEnvironment } from './test/environments.ts'

const services = serviceVariables.map((variables) => [variables.owner, variables] as const)
const malformed: Record<string, string> = {
  port: 'x',
  count: 'x',
  baseUrl: 'x',
  url: 'x',
  boolean: 'x',
  choice: '?',
}

test.each(services)(
  'boots %s even if every variable of the other services is malformed',
  (_, { table }) => {
    const foreign = Object.entries(platformVariables.table).flatMap(([name, { type }]) =>
      name in table ? [] : [[name, malformed[type] ?? ',']],
    )
    expect(foreign.length).toBeGreaterThan(20)
    const environment = { ...Object.fromEntries(foreign), ...minimalEnvironment }
    const service = serviceVariables.find((entry) => entry.table === table)
    expect(service && loadConfig<object>(service, environment)).not.toHaveProperty(
      foreign[0]?.[0] ?? '',
    )
  },
)

test.each(services)(
  'names every missing required variable of %s and warns only about its own integrations',
  (_, variables) => {
    const required = Object.entries(variables.table).flatMap(([name, row]) =>
      row.required || row.requiredUnless ? [name] : [],
    )
    expect(() => loadConfig<object>(variables, {})).toThrow(required.join(', '))
    const named = bootWarnings<never>(variables, minimalEnvironment)
      .join('\n')
      .match(/\b[A-Z0-9]+_[A-Z0-9_]+\b/g)
    for (const name of named ?? []) expect(Object.keys(variables.table)).toContain(name)
  },
)

test('puts shared variables into every table and planned ones into none', () => {
  for (const { table } of serviceVariables) {
    expect(Object.keys(table)).toEqual(expect.arrayContaining(Object.keys(sharedVariables)))
    expect(Object.keys(plannedVariables).filter((name) => name in table)).toEqual([])
  }
})
