import { expect, test } from 'vitest'
import { checkIfMatch, versionEtag } from './index.ts'

const etag = versionEtag('task_1', 3)

test('a version has a strong tag that changes with it', () => {
  expect(etag).toBe('"task_1.3"')
  expect(versionEtag('task_1', 4)).not.toBe(etag)
})

test.each([undefined, '*', ' * ', etag, `"other", ${etag}`, `${etag},"other"`])(
  '%j lets a change pass',
  (header) => {
    expect(() => checkIfMatch(header, etag)).not.toThrow()
  },
)

test.each(['', '"other"', `W/${etag}`, 'task_1.3', '"task_1.2", "task_1.4"'])(
  '%j is refused with 412',
  (header) => {
    expect(() => checkIfMatch(header, etag)).toThrow(
      expect.objectContaining({ kind: 'precondition_failed', code: 'precondition_failed' }),
    )
  },
)
