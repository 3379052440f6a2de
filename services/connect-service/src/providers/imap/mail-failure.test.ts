import { expect, test } from 'vitest'
import { toMailFailure } from './mail-failure.ts'

const server = { kind: 'IMAP', host: 'imap.example.com', port: 993, password: 'secret' } as const
const fail = (more: object) => toMailFailure(Object.assign(new Error('Failed'), more), server)

test.each(['InvalidSearchQuery', 'InvalidStringValue'])(
  'blocks a search when the library refuses it with %s',
  (code) =>
    expect(fail({ code })).toMatchObject({
      class: 'blocked',
      message: 'This search cannot be used. Use other words.',
    }),
)

test.each(['NO', 'BAD'])('gives the words of the server when it responds %s', (responseStatus) => {
  expect(fail({ responseStatus, responseText: 'Not\r\nallowed, secret' })).toMatchObject({
    class: 'blocked',
    message: expect.stringMatching(/^The IMAP server refused: Not allowed, (?!secret)/),
  })
  const long = fail({ responseStatus, responseText: 'x'.repeat(100_000) })
  expect(long.message.length).toBeLessThan(300)
  const busy = { responseStatus, responseText: 'Busy', serverResponseCode: 'INUSE' }
  expect(fail(busy).class).toBe('retry')
})
