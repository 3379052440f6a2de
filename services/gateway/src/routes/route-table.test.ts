import * as contracts from '@atrium/contracts'
import { type Operation, operationsIn } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { createMatcher, findRoute } from './find-route.ts'
import { routeTable } from './route-table.ts'

const match = createMatcher(routeTable)

const operations = operationsIn(contracts)
const toRoute = ({ method, path }: Operation) =>
  match(method.toUpperCase(), path.replace(/\{\w+\}/g, 'x').replace('/x/x/x', '/x/priv/x'))

test('has a route for every contract operation', () => {
  expect(operations.length).toBeGreaterThan(50)
  expect(
    operations.filter((operation) => toRoute(operation) === undefined).map(({ path }) => path),
  ).toEqual([])
})

test('identifies the caller if the operation needs one', () => {
  const wanting = operations.filter(({ access }) => access !== 'public')
  expect(wanting.filter((operation) => toRoute(operation)?.credentials !== 'optional')).toEqual([])
})

test('streams only uploads, and leaves only webhooks, workflow URLs and health uncounted', () => {
  const streamed = operations.filter((operation) => toRoute(operation)?.body === 'streamed')
  expect(streamed.map(({ id }) => id)).toEqual(['createAsset', 'importStatement'])
  const uncounted = operations.filter((operation) => toRoute(operation)?.counts === 'never')
  for (const { id, path } of uncounted)
    expect(id === 'getHealth' || /\/webhooks\/payments|\/public\/hooks\//.test(path)).toBe(true)
  expect(uncounted.length).toBe(6)
})

test('takes long bodies for the operations that read them', () => {
  const long = operations.filter(({ largeBody }) => largeBody === true)
  expect(long.length).toBeGreaterThan(0)
  for (const operation of long) expect(toRoute(operation)?.body).toBe('large')
})

test("forwards an import entry's id unchanged when it is deleted", () => {
  const path = `/api/workflows/wf_1/imports/dedupe%3An1/${encodeURIComponent('https://a.example/b?c=%2f')}`
  expect(findRoute(match, 'DELETE', path)).toMatchObject({
    route: { to: 'workflow', credentials: 'optional', csrf: true, counts: 'caller' },
    target: { path },
  })
  expect(findRoute(match, 'GET', '/api/workflows/wf_1/imports/a%2fb')).toBeUndefined()
})

test('has unique patterns', () => {
  const keys = routeTable.map(
    ({ path, methods }) => `${methods?.join() ?? 'all'} ${path.replace(/:\w+/g, ':')}`,
  )
  expect(new Set(keys).size).toBe(keys.length)
})
