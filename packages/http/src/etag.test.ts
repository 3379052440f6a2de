import { expect, test } from 'vitest'
import { checkIfMatch, versionEtag } from './index.ts'

const etag = versionEtag('task_1', 3)

test('gives a strong tag that changes with the version', () => {
  expect(etag).toBe('"task_1.3"')
  expect(versionEtag('task_1', 4)).not.toBe(etag)
})

test.each([undefined, '*', ' * ', etag, `"other", ${etag}`, `${etag},"other"`])(
  'allows a change if If-Match is %j',
  (header) => {
    expect(() => checkIfMatch(header, etag)).not.toThrow()
  },
)

test.each(['', '"other"', `W/${etag}`, 'task_1.3', '"task_1.2", "task_1.4"'])(
  'returns 412 if If-Match is %j',
  (header) => {
    expect(() => checkIfMatch(header, etag)).toThrow(
      expect.objectContaining({ kind: 'precondition_failed', code: 'precondition_failed' }),
    )
  },
)
