import { defineOperation } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { createTestApp, operation } from '../test/harness.ts'
import { listOperations, mount, recordOperation } from './index.ts'

const other = defineOperation({ ...operation({}), id: 'other', path: '/api/other' })

test('lists what an application mounts and records, and nothing from another application', async () => {
  const { app } = await createTestApp()
  const second = await createTestApp()
  expect(listOperations(app)).toEqual([])
  mount(app, operation({}), async () => ({ ok: true }))
  recordOperation(app, other)
  expect(listOperations(app).map(({ id }) => id)).toEqual(['probe', 'other'])
  expect(listOperations(second.app)).toEqual([])
  expect(listOperations(undefined)).toEqual([])
})

test('rejects an operation that is mounted already', async () => {
  const { app } = await createTestApp()
  recordOperation(app, other)
  expect(() => mount(app, other, async () => ({ ok: true }))).toThrow('other is mounted twice')
})
