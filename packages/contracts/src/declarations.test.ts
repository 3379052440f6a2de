import { expect, test } from 'vitest'
import { z } from 'zod'
import type { EventDefinition, JobDefinition, Operation, RpcDefinition } from './index.ts'
import * as contracts from './index.ts'
import * as operationModules from './operations.ts'

/** Returns all exports of the package, including entries of exported tables. */
function declarations(): Array<[string, object]> {
  const found = new Map<object, string>()
  const visit = (name: string, value: unknown, depth: number): void => {
    if (
      typeof value !== 'object' ||
      value === null ||
      value instanceof z.ZodType ||
      found.has(value)
    )
      return
    found.set(value, name)
    if (depth < 2)
      for (const [key, inner] of Object.entries(value)) visit(`${name}.${key}`, inner, depth + 1)
  }
  for (const [name, value] of Object.entries(contracts)) visit(name, value, 0)
  return [...found].map(([value, name]) => [name, value])
}
const all = declarations()
const having = <T>(...keys: Array<keyof T & string>): Array<[string, T]> =>
  all
    .filter(([, value]) => keys.every((key) => key in value))
    .map(([name, value]) => [name, value as T])

const operations = having<Operation>('id', 'method', 'path', 'access', 'responses')
const events = having<EventDefinition>('type', 'domain', 'schema')
const rpcs = having<RpcDefinition>('subject', 'input', 'output', 'timeoutMs')
const jobs = having<JobDefinition>('subject', 'ackWaitMs', 'maxDeliver')

const repeated = (values: string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

test('gives every operation a unique id and a unique method with path', () => {
  expect(operations.length).toBeGreaterThan(10)
  expect(repeated(operations.map(([, { id }]) => id))).toEqual([])
  expect(
    repeated(
      operations.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
    ),
  ).toEqual([])
  for (const [, { id }] of operations) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/)
})

test('declares a parameter for every path placeholder and a placeholder for every path parameter', () => {
  for (const [name, { path, params }] of operations) {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect([name, Object.keys(params?.shape ?? {})]).toEqual([name, placeholders])
  }
})

test('lists no error code on an operation if every operation of its kind has the code', () => {
  const repetitions = operations.flatMap(([name, operation]) => {
    const ofKind = [...contracts.groupRefusals({ ...operation, errors: [] }).values()].flat()
    return (operation.errors ?? [])
      .filter((code) => ofKind.includes(code))
      .map((code) => `${name}: ${code}`)
  })
  expect(repetitions).toEqual([])
})

test('rejects unknown fields in every JSON body at every level', () => {
  const deep = z.strictObject({
    list: z.array(z.union([z.string(), z.object({ inner: z.string() })])),
  })
  expect(openObjects(z.toJSONSchema(deep, { io: 'input' }), '')).toEqual(['.list'])
  const open: string[] = []
  for (const [, { id, body }] of operations) {
    if (body === undefined) continue
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    for (const path of openObjects(schema, '')) open.push(`${id}${path}`)
  }
  expect(open).toEqual([])
})

test('gives every operation at least one success response', () => {
  for (const [name, { responses, summary, tag }] of operations) {
    expect([name, Object.keys(responses).some((status) => /^[23]/.test(status))]).toEqual([
      name,
      true,
    ])
    expect([name, summary !== '' && tag !== '']).toEqual([name, true])
  }
})

test('gives events, RPCs and jobs unique names that NATS accepts', () => {
  const subject = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/
  for (const names of [
    events.map(([, { type }]) => type),
    rpcs.map(([, rpc]) => rpc.subject),
    jobs.map(([, job]) => job.subject),
  ]) {
    expect(repeated(names)).toEqual([])
    for (const name of names) expect(name).toMatch(subject)
  }
  expect(events.length).toBeGreaterThan(3)
})

test('waits at most two minutes for an RPC and never delivers a run twice', () => {
  for (const [, { timeoutMs }] of rpcs) {
    expect(timeoutMs).toBeGreaterThan(0)
    expect(timeoutMs).toBeLessThanOrEqual(120_000)
  }
  for (const [, job] of jobs) {
    if (!job.subject.startsWith('workflow-run')) continue
    expect([job.subject, job.maxDeliver, job.ackWaitMs]).toEqual([job.subject, 1, 900_000])
  }
})

/** Returns the schema's objects that accept unknown fields, unless they are records on purpose. */
function openObjects(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item) => openObjects(item, path))
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema && !('additionalProperties' in schema) ? [path] : []
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    openObjects(
      value,
      ['properties', 'anyOf', 'oneOf', 'items', 'allOf', '$defs'].includes(key)
        ? path
        : `${path}.${key}`,
    ),
  )
  return [...own, ...inner]
}

test('lists the module of every operation in operations.ts', () => {
  const ids = contracts.operationsIn(operationModules).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(operations.map(([, { id }]) => id).toSorted())
})
