import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test.each(['__proto__', 'constructor', 'prototype'])(
  'rejects a field named %s instead of dropping it',
  async (name) => {
    const caller = await harness.caller()
    const { body: card } = await caller.call('POST', '/api/tasks', {
      title: 'x',
      fields: { a: { b: 1 } },
    })
    const template = await caller.call('POST', '/api/templates', { name: 'x' })
    const instance = await caller.call('POST', '/api/template-instances', {
      templateId: template.body.id,
    })
    const object = `{"${name}":{"polluted":true}}`
    for (const [method, path, body, at] of [
      ['POST', '/api/tasks', `{"title":"x","fields":${object}}`, `fields.${name}`],
      [
        'POST',
        '/api/tasks',
        `{"title":"x","fields":{"a":[{"b":${object}}]}}`,
        `fields.a.0.b.${name}`,
      ],
      ['PATCH', `/api/tasks/${card.id}`, `{"fields":${object}}`, `fields.${name}`],
      ['PATCH', `/api/tasks/${card.id}`, `{"fields":{"a":${object}}}`, `fields.a.${name}`],
      [
        'POST',
        '/api/template-instances',
        `{"templateId":"${template.body.id}","values":${object}}`,
        `values.${name}`,
      ],
      [
        'PATCH',
        `/api/template-instances/${instance.body.id}`,
        `{"values":${object}}`,
        `values.${name}`,
      ],
      [
        'POST',
        '/api/templates',
        `{"name":"x","variables":[{"name":"l","type":"list","default":[${object}]}]}`,
        `variables.0.default.0.${name}`,
      ],
    ] as const) {
      const answer = await caller.call(method, path, body)
      expect([answer.status, answer.body.code], body).toEqual([400, 'validation_failed'])
      expect(answer.body.errors, body).toEqual([{ path: at, message: 'This name is reserved' }])
    }
    expect((await caller.call('GET', `/api/tasks/${card.id}`)).body).toEqual(card)
  },
)

test('limits names in free objects to 1 to 200 characters, and nesting to 32 levels', async () => {
  const caller = await harness.caller()
  const send = (fields: unknown) => caller.call('POST', '/api/tasks', { title: 'x', fields })
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
  for (const fields of [{ '': 1 }, { ['x'.repeat(201)]: 1 }, nested(33), [], 'text', null]) {
    expect((await send(fields)).body.code, JSON.stringify(fields).slice(0, 40)).toBe(
      'validation_failed',
    )
  }
  for (const fields of [{}, { ['x'.repeat(200)]: null }, nested(32)]) {
    const answer = await send(fields)
    expect([answer.status, answer.body.fields]).toEqual([201, fields])
  }
})

test('limits free objects to 10,000 values and 1 MiB, summed over all changes', async () => {
  const caller = await harness.caller()
  const values = (count: number) => Array.from({ length: count }, () => ({}))
  const many = await caller.call('POST', '/api/tasks', {
    title: 'x',
    fields: { a: values(10_000) },
  })
  expect([many.status, many.body.errors]).toEqual([
    400,
    [{ path: 'fields', message: 'Holds more than 10000 values' }],
  ])
  const { body: card } = await caller.call('POST', '/api/tasks', {
    title: 'x',
    fields: { a: values(9_000) },
  })
  const path = `/api/tasks/${card.id}`
  const change = async (fields: unknown) => (await caller.call('PATCH', path, { fields })).status
  expect(await change({ b: values(2_000) })).toBe(400)
  expect(await change({ a: null, b: values(2_000) })).toBe(200)
  expect(await change({ c: 'x'.repeat(600_000) })).toBe(200)
  const large = await caller.call('PATCH', path, { fields: { d: 'x'.repeat(600_000) } })
  expect([large.status, large.body.errors]).toEqual([
    400,
    [{ path: 'fields', message: 'Holds more than 10000 values or 1048576 bytes with this' }],
  ])
  expect(Object.keys((await caller.call('GET', path)).body.fields)).toEqual(['b', 'c'])
})
