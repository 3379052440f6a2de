import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as contracts from '@atrium/contracts'
import { expect, test } from 'vitest'
import { services } from '../services.ts'

// NATS permissions are derived from the traffic table, but enforced only in production. If the
// table lacks a message in a service's source, production would refuse the message.
const root = fileURLToPath(new URL('../..', import.meta.url))

function toSources(folder: string): string {
  const files = globSync(`${folder}/src/**/*.ts`, { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(5)
  return files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
}

const named = Object.entries(contracts as Record<string, unknown>).filter(
  (entry): entry is [string, object] => typeof entry[1] === 'object' && entry[1] !== null,
)
const rpcs = named.flatMap(([name, value]) =>
  'subject' in value && 'timeoutMs' in value ? [{ name, subject: String(value.subject) }] : [],
)
const events = named.flatMap(([name, value]) =>
  'type' in value && 'domain' in value && 'schema' in value
    ? [{ name, type: String(value.type) }]
    : [],
)
const toServices = services.filter(({ name }) =>
  (contracts.messagingServices as readonly string[]).includes(name),
)

test('lists every service in the traffic table', () => {
  expect(toServices.map(({ name }) => name)).toEqual(services.map(({ name }) => name))
})

test.each(toServices)(
  'calls and emits only messages from the table in $name',
  ({ name, folder }) => {
    const own = contracts.traffic[name as contracts.MessagingService]
    const text = toSources(folder)
    const called = rpcs.filter(
      (rpc) => !rpc.subject.startsWith(`${name}.`) && new RegExp(`\\b${rpc.name}\\b`).test(text),
    )
    const known = new Set(own.calls.map(({ subject }): string => subject))
    expect(called.filter(({ subject }) => !known.has(subject)).map((rpc) => rpc.name)).toEqual([])
    const emitted = events.filter((event) =>
      new RegExp(`\\bemit\\(\\s*\\w+,\\s*${event.name}\\b`).test(text),
    )
    expect(emitted.filter(({ type }) => !own.emits.includes(type.split('.')[0] ?? ''))).toEqual([])
    const consumers = [...text.matchAll(/\beventConsumer(?:<[^>]*>)?\(\s*'([\w-]+)'/g)].map(
      (match) => match[1] ?? '',
    )
    expect(consumers.filter((consumer) => !(consumer in own.consumes))).toEqual([])
    expect(basename(folder)).toContain(name)
  },
)
