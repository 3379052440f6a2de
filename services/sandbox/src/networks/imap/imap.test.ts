import { createConnection } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { deliverByImap, openImapBox, startSandbox } from '../../index.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.stop())

/** Sends lines to a port and returns everything up to a line that matches `last`. */
function talk(port: number, lines: readonly string[], last: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    // A server closes the connection when a client speaks before the greeting.
    socket.once('data', () => socket.write(lines.map((line) => `${line}\r\n`).join('')))
    let seen = ''
    socket.on('data', (part) => {
      seen += part.toString('latin1')
      if (last.test(seen)) socket.destroy()
    })
    socket.on('close', () => resolve(seen))
    // The server may reset the connection. Then the socket is closed as well.
    socket.on('error', () => undefined)
  })
}

const signIn = 'a LOGIN bakery@imap.example sandbox-mail-password'
const ask = (...lines: string[]) =>
  talk(sandbox.imap.ports.imap, [signIn, ...lines, 'z LOGOUT'], /^z OK/m)

test('shows its ports and mailboxes on a page', async () => {
  const page = await (await fetch(`${sandbox.url}/imap`)).text()
  expect(page).toContain('bakery@imap.example')
  expect(page).toContain(String(sandbox.imap.ports.imap))
})

test('finds, reads, flags and moves mail', async () => {
  const box = openImapBox(sandbox.imap)
  deliverByImap(box, { from: 'a@example.com', to: box.user, subject: 'Flour', text: 'Two sacks' })
  deliverByImap(box, { from: 'b@example.com', to: box.user, subject: 'Salt', text: 'One sack' })
  const seen = await ask(
    'b SELECT INBOX',
    'c UID SEARCH OR SUBJECT flour FROM nobody@example.com',
    'd UID FETCH 1 (FLAGS BODY.PEEK[HEADER.FIELDS (SUBJECT)])',
    'e UID STORE 1 +FLAGS (done)',
    'f UID SEARCH UNKEYWORD done',
    'g CREATE "Old mail"',
    'h UID MOVE 2 "Old mail"',
  )
  expect(seen).toContain('* SEARCH 1\r\nc OK')
  expect(seen).toContain('Subject: Flour')
  expect(seen).toContain('* SEARCH 2\r\nf OK')
  expect(box.folders.get('Old mail')?.messages).toHaveLength(1)
  expect([...(box.folders.get('INBOX')?.messages[0]?.flags ?? [])]).toEqual(['done'])
})

test('appends a message that is sent as a literal', async () => {
  const source = 'Subject: Sent\r\n\r\nText'
  await ask(`b APPEND Sent (\\Seen) {${source.length}}`, source)
  expect(openImapBox(sandbox.imap).folders.get('Sent')?.messages).toMatchObject([{ source }])
})

test('rejects a wrong password, an unknown command and mail without a sign-in', async () => {
  const { imap, smtp } = sandbox.imap.ports
  const wrong = ['a LOGIN bakery@imap.example wrong', 'b SELECT INBOX', 'z LOGOUT']
  const seen = await talk(imap, wrong, /^z OK/m)
  expect(seen).toContain('a NO [AUTHENTICATIONFAILED]')
  expect(seen).toContain('b NO Sign in first')
  expect(await ask('b SELECT INBOX', 'c BREW COFFEE')).toContain('c BAD')
  expect(await talk(smtp, ['EHLO me', 'MAIL FROM:<a@example.com>', 'QUIT'], /^221/m)).toContain(
    '530',
  )
})

test('ends the connection when a line has no end', async () => {
  const { imap } = sandbox.imap.ports
  expect(await talk(imap, ['x'.repeat(200_000).concat('y')], /never/)).toContain('* OK')
})
