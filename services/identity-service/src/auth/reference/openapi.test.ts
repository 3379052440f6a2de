import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Harness, startHarness } from '../../../test/harness.ts'
import { authParameters, authTexts } from './auth-reference.ts'

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        description: z.string().optional(),
        schema: z.unknown(),
      }),
    )
    .optional(),
  responses: z.record(
    z.string().regex(/^(?:[1-5]\d\d|default)$/),
    z.looseObject({ description: z.string() }),
  ),
})
const Extra = z.object({
  paths: z.record(
    z.string().startsWith('/api/auth/'),
    z.record(z.enum(['get', 'post']), Operation.optional()),
  ),
  components: z.object({ schemas: z.record(z.string().startsWith('Auth'), z.looseObject({})) }),
})

let harness: Harness
let extra: z.output<typeof Extra>
beforeAll(async () => {
  harness = await startHarness()
  const response = await fetch(`${harness.service.url}/openapi.json`)
  extra = Extra.parse(z.object({ extra: z.unknown() }).parse(await response.json()).extra)
})
afterAll(() => harness.stop())

const operations = () =>
  Object.entries(extra.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((operation) =>
      operation === undefined ? [] : [{ path, operation }],
    ),
  )

test("documents better-auth's routes, each with its own id", () => {
  const ids = operations().map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const path of [
    'sign-up/email',
    'sign-in/email',
    'sign-out',
    'get-session',
    'organization/create',
    'api-key/create',
    'passkey/verify-registration',
  ]) {
    expect(extra.paths).toHaveProperty([`/api/auth/${path}`])
  }
  expect(extra.paths).not.toHaveProperty(['/api/auth/delete-user/callback'])
})

test('describes every route and every parameter in our own words', () => {
  const paths = Object.keys(extra.paths).map((path) => path.slice('/api/auth'.length))
  expect(Object.keys(authTexts).toSorted()).toEqual(paths.toSorted())
  const parameters = operations().flatMap(({ operation }) => operation.parameters ?? [])
  const silent = parameters.filter(({ name, description }) =>
    [undefined, name].includes(description),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
  const names = new Set(parameters.map(({ name }) => name))
  expect(Object.keys(authParameters).filter((name) => !names.has(name))).toEqual([])
})

test('declares every path parameter and resolves every reference', () => {
  for (const { path, operation } of operations()) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? []
    expect(
      declared.map((parameter) => parameter.name),
      path,
    ).toEqual(named)
    expect(path).not.toContain(':')
  }
  const text = JSON.stringify(extra)
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(extra.components.schemas).toHaveProperty([name ?? ''])
  }
})

test('contains no OpenAPI 3.0 keyword and no column that no response has', () => {
  const text = JSON.stringify(extra)
  expect(text).not.toContain('"nullable":true')
  expect(text).not.toContain('signedUpAsAdmin')
  expect(text).not.toContain('bearerAuth')
})

test("documents each route's success, and what may be null in a response", () => {
  for (const { path, operation } of operations()) {
    const statuses = Object.keys(operation.responses).map(Number)
    expect(
      statuses.some((status) => status < 400),
      path,
    ).toBe(true)
  }
  const { schemas } = extra.components
  const image = { type: ['string', 'null'] }
  expect(schemas['AuthUser']).toMatchObject({ properties: { image, name: { type: 'string' } } })
  expect(schemas['AuthOrganization']).toMatchObject({
    properties: { logo: image, metadata: image },
  })
  const keys = JSON.stringify(extra.paths['/api/auth/api-key/list'])
  expect(keys).toContain('"referenceId"')
  expect(keys).not.toContain('"userId"')
})
