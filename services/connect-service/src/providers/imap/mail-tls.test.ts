import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { TLSSocket } from 'node:tls'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailAccount } from '../provider.ts'
import { openImap } from './imap-client.ts'
import type { MailGuard } from './mail-guard.ts'
import { withSmtp } from './smtp-client.ts'

// On the loopback address STARTTLS is optional, so the servers need another address.
const host = Object.values(networkInterfaces())
  .flat()
  .find((each) => each !== undefined && !each.internal && each.family === 'IPv4')?.address

const guard: MailGuard = {
  policy: 'allow',
  ownPorts: new Set(),
  connectMs: 5_000,
  operationMs: 10_000,
  count: () => undefined,
}
const password = 'a-secret-password'
let certificate: { private: string; cert: string }
const stops: (() => void)[] = []

beforeAll(async () => {
  certificate = await generate([{ name: 'commonName', value: 'mail.example' }])
})
afterAll(() => {
  for (const stop of stops) stop()
})

/** Responds to one line, or returns `starttls` to continue with TLS after the response. */
type Protocol = (line: string) => { says: string; starttls?: boolean }

/** Starts a mail server with a self-signed certificate, and keeps every line that it receives. */
async function startMailServer(greeting: string, protocol: Protocol) {
  const lines: string[] = []
  const serve = (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (part) => {
      for (const line of part.toString('latin1').split('\r\n').filter(Boolean)) {
        lines.push(line)
        const { says, starttls = false } = protocol(line)
        socket.write(says)
        if (!starttls) continue
        socket.removeAllListeners('data')
        const { private: key, cert } = certificate
        serve(new TLSSocket(socket, { isServer: true, key, cert }))
      }
    })
  }
  const server = createServer((socket) => {
    socket.write(greeting)
    serve(socket)
  })
  await once(server.listen(0, host), 'listening')
  stops.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, lines }
}

const imapServer = (offersTls: boolean) =>
  startMailServer('* OK Ready\r\n', (line) => {
    const [tag = '', name = ''] = line.split(' ')
    const offer = offersTls ? ' STARTTLS' : ''
    if (/^CAPABILITY$/i.test(name))
      return { says: `* CAPABILITY IMAP4rev1${offer} AUTH=PLAIN\r\n${tag} OK Done\r\n` }
    const starttls = /^STARTTLS$/i.test(name)
    return {
      says: starttls && !offersTls ? `${tag} BAD No\r\n` : `${tag} OK Done\r\n`,
      starttls: starttls && offersTls,
    }
  })

const smtpServer = (offersTls: boolean) =>
  startMailServer('220 Ready\r\n', (line) => {
    if (/^EHLO/i.test(line))
      return { says: `250-Hello\r\n${offersTls ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN\r\n` }
    const starttls = /^STARTTLS$/i.test(line)
    return {
      says: starttls && !offersTls ? '502 No\r\n' : '220 Done\r\n',
      starttls: starttls && offersTls,
    }
  })

const toAccount = (port: number): MailAccount => ({
  host: host ?? '',
  port,
  user: 'ada',
  password,
  smtpHost: host ?? '',
  smtpPort: port,
  from: 'ada@mail.example',
})
const openImapAt = (port: number) => openImap(guard, toAccount(port))
const openSmtpAt = (port: number) => withSmtp(guard, toAccount(port), async () => undefined)
const noTls = /offers no encrypted connection, so the password was not sent/
const badCertificate = /certificate of the \w+ server .* is not valid for this name/

describe.skipIf(host === undefined)('a mail server on another machine', () => {
  test.each([
    ['IMAP', 'offers no STARTTLS', () => imapServer(false), openImapAt, noTls],
    ['SMTP', 'offers no STARTTLS', () => smtpServer(false), openSmtpAt, noTls],
    ['IMAP', 'has a self-signed certificate', () => imapServer(true), openImapAt, badCertificate],
    ['SMTP', 'has a self-signed certificate', () => smtpServer(true), openSmtpAt, badCertificate],
  ])('of the kind %s gets no password when it %s', async (_kind, _how, start, open, message) => {
    const { port, lines } = await start()
    await expect(open(port)).rejects.toMatchObject({
      class: 'blocked',
      message: expect.stringMatching(message),
    })
    expect(lines.length).toBeGreaterThan(0)
    const encoded = Buffer.from(password).toString('base64').slice(0, 12)
    expect(lines.filter((line) => line.includes(password) || line.includes(encoded))).toEqual([])
    expect(lines.filter((line) => /AUTH(?:ENTICATE)? |LOGIN /i.test(line))).toEqual([])
  })
})
