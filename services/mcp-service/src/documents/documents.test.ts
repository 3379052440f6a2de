import { AtriumError, createTransport } from '@atrium/sdk'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import type { PlatformCaller } from '../platform/platform-caller.ts'
import { listDocuments, readDocument } from './documents.ts'

const refusing = (status: number): PlatformCaller => ({
  call: () => Promise.reject(new AtriumError({ status, code: 'refused', message: 'Not now' })),
  transport: createTransport({ baseUrl: 'http://platform.example' }),
  signal: new AbortController().signal,
})

test.each([
  [429, ErrorCode.InternalError],
  [500, ErrorCode.InternalError],
  [503, ErrorCode.InternalError],
  [401, ErrorCode.InvalidRequest],
  [400, ErrorCode.InvalidRequest],
])('turns a platform error %i into a protocol error %i', async (status, code) => {
  const error = { code, message: expect.stringContaining('refused: Not now') }
  await expect(readDocument(refusing(status), 'atrium://cards/crd_1')).rejects.toMatchObject(error)
  await expect(listDocuments(refusing(status))).rejects.toMatchObject(error)
})

test('uses a separate code for a missing document, and leaves out what the caller may not list', async () => {
  await expect(readDocument(refusing(404), 'atrium://cards/crd_1')).rejects.toMatchObject({
    code: -32002,
  })
  expect(await listDocuments(refusing(403))).toEqual({ resources: [] })
})
