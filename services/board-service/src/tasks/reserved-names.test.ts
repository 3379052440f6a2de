import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

test.each(['__proto__', 'constructor', 'prototype'])(
  'a field named %s is refused, not dropped',
  async (name) => {
    const caller = await harness.caller()
    const { body: card } = await caller.call('POST', '/api/tasks', { title: 'x', fields: { a: { b: 1 } } })
    const template = await caller.call('POST', '/api/templates', { name: 'x' })
    const instance = await caller.call('POST', '/api/template-instances', { templateId: template.body.id })
    const object = `{"${name}":{"polluted":true}}`
    for (const [method, path, body, at] of [
      ['POST', '/api/tasks', `{"title":"x","fields":${object}}`, `fields.${name}`],
      ['POST', '/api/tasks', `{"title":"x","fields":{"a":[{"b":${object}}]}}`, `fields.a.0.b.${name}`],
      ['PATCH', `/api/tasks/${card.id}`, `{"fields":${object}}`, `fields.${name}`],
      ['PATCH', `/api/tasks/${card.id}`, `{"fields":{"a":${object}}}`, `fields.a.${name}`],
      [
        'POST',
        '/api/template-instances',
        `{"templateId":"${template.body.id}","values":${object}}`,
        `values.${name}`,
      ],
      ['PATCH', `/api/template-instances/${instance.body.id}`, `{"values":${object}}`, `values.${name}`],
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

test('free objects have names of 1 to 200 characters and at most 32 levels', async () => {
  const caller = await harness.caller()
  const send = (fields: unknown) => caller.call('POST', '/api/tasks', { title: 'x', fields })
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
  for (const fields of [{ '': 1 }, { ['x'.repeat(201)]: 1 }, nested(33), [], 'text', null]) {
    expect((await send(fields)).body.code, JSON.stringify(fields).slice(0, 40)).toBe('validation_failed')
  }
  for (const fields of [{}, { ['x'.repeat(200)]: null }, nested(32)]) {
    const answer = await send(fields)
    expect([answer.status, answer.body.fields]).toEqual([201, fields])
  }
})
