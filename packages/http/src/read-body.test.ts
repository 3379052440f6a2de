import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp, jsonBody, Note, operation, problem, type TestApp } from '../test/harness.ts'
import { maxBodyBytes, maxJsonDepth, maxJsonValues, mount } from './index.ts'

let probe: TestApp
beforeEach(async () => {
  probe = await createTestApp()
})

const mountNote = (changes: { bodyOptional?: boolean } = {}) => {
  const bodies: unknown[] = []
  mount(probe.app, operation({ method: 'post', body: Note, ...changes }), async ({ body }) => {
    bodies.push(body)
    return { ok: true }
  })
  return bodies
}
const send = (init: RequestInit, path = '/api/probe') => probe.app.request(path, init)

describe('JSON body', () => {
  test('passes the body to the handler as its schema parses it', async () => {
    const bodies = mountNote()
    expect((await send(jsonBody({ title: 'x', tags: [{ name: 'y' }] }))).status).toBe(200)
    expect(bodies).toEqual([{ title: 'x', tags: [{ name: 'y' }] }])
  })

  test('returns 400 with every field named if the body does not fit', async () => {
    mountNote()
    const answer = await problem(
      await send(jsonBody({ title: '', tags: [{ name: 'a' }, { name: 7 }] })),
    )
    expect(answer).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(answer.errors?.map(({ path }) => path)).toEqual(['title', 'tags.1.name'])
  })

  test('rejects and names unknown fields at any level', async () => {
    mountNote()
    const answer = await problem(
      await send(
        jsonBody({ title: 'x', role: 'admin', isAdmin: true, tags: [{ name: 'a', id: 1 }] }),
      ),
    )
    expect(answer).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(answer.errors?.map(({ path }) => path).toSorted()).toEqual([
      'isAdmin',
      'role',
      'tags.0.id',
    ])
  })

  test('returns 400 if the body is missing unless it is optional', async () => {
    mountNote()
    expect(await problem(await send({ method: 'POST' }))).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    probe = await createTestApp()
    const bodies = mountNote({ bodyOptional: true })
    expect((await send({ method: 'POST' })).status).toBe(200)
    expect(bodies).toEqual([undefined])
    expect((await send(jsonBody({ title: '' }))).status).toBe(400)
  })

  test.each([
    '{',
    '{"title":"x"',
    "{'title':'x'}",
    '{"title":"x"}}',
    '\ufeff',
    'undefined',
    '"\\ud8"',
  ])('returns 400 if the body is not JSON: %s', async (text) => {
    mountNote()
    expect(await problem(await send(jsonBody(text)))).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  test('returns 400 if the body is not UTF-8', async () => {
    mountNote()
    const bytes = Buffer.concat([
      Buffer.from('{"title":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}'),
    ])
    const response = await send({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: bytes,
    })
    expect(await problem(response)).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'json',
  ])('returns 415 if the type is %s', async (type) => {
    mountNote()
    const response = await send(jsonBody({ title: 'x' }, { 'content-type': type }))
    expect(await problem(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/merge-patch+json',
  ])('reads a body of type %s', async (type) => {
    mountNote()
    expect((await send(jsonBody({ title: 'x' }, { 'content-type': type }))).status).toBe(200)
  })

  test('rejects a body with too many values before it parses them, even if they take few bytes', async () => {
    const bodies = mountNote()
    const title = JSON.stringify('x{[,'.repeat(maxJsonValues))
    expect((await send(jsonBody(`{"title":${title}}`))).status).toBe(200)
    for (const small of ['{}', '[]', '1', '""']) {
      const list = Array<string>(maxJsonValues).fill(small).join(',')
      // Not valid JSON as a whole, because values are counted before anything is built from them.
      const answer = await problem(await send(jsonBody(`{"title":"x","tags":[${list}`)))
      expect(answer).toMatchObject({ status: 400, code: 'validation_failed' })
      expect(answer.detail).toContain('more than 150000 values')
    }
    expect(bodies).toHaveLength(1)
  })

  test('reads exactly 1 MiB and returns 413 for one byte more, declared or streamed', async () => {
    mountNote()
    const frame = '{"title":""}'.length
    const body = (bytes: number) => `{"title":"${'x'.repeat(bytes - frame)}"}`
    const declared = (bytes: number) => ({ 'content-length': String(bytes) })
    const streamed = (text: string): RequestInit => ({
      ...jsonBody(''),
      body: new Blob([text]).stream(),
      duplex: 'half',
    })
    expect((await send(jsonBody(body(maxBodyBytes), declared(maxBodyBytes)))).status).toBe(200)
    expect((await send(streamed(body(maxBodyBytes)))).status).toBe(200)
    for (const init of [
      jsonBody(body(maxBodyBytes + 1), declared(maxBodyBytes + 1)),
      streamed(body(maxBodyBytes + 1)),
    ]) {
      expect(await problem(await send(init))).toMatchObject({
        status: 413,
        code: 'payload_too_large',
      })
    }
  })

  test('rejects a body that is nested too deep, even if its schema allows anything', async () => {
    mount(probe.app, operation({ method: 'post', body: z.unknown() }), async () => ({ ok: true }))
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect((await send(jsonBody(nested(maxJsonDepth)))).status).toBe(200)
    expect((await send(jsonBody(JSON.stringify(['[{'.repeat(500)])))).status).toBe(200)
    for (const depth of [maxJsonDepth + 1, 100_000, 524_288]) {
      expect(await problem(await send(jsonBody(nested(depth))))).toMatchObject({
        status: 400,
        code: 'validation_failed',
      })
    }
  })
})
