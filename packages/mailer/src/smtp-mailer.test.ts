import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { generate } from 'selfsigned'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { type Mail, MailError, smtpMailer } from './index.ts'

const from = 'Atrium <noreply@example.test>'
const password = 'marked-p@ss/word'
const credentials = `mailer:${encodeURIComponent(password)}`
const mail: Mail = {
  to: 'ada@example.test',
  subject: 'Hello',
  text: 'Hi Ada',
  idempotencyKey: 'note:1',
}
const closing: Array<() => Promise<void> | void> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Received {
  from: string
  to: string[]
  source: string
  user: unknown
  secure: boolean
}

type ServerOptions = ConstructorParameters<typeof SMTPServer>[0]

/** Starts a mail server that refuses recipients named after a status, for example `550@…`. */
async function startMailServer(options: ServerOptions = {}, host = '127.0.0.1') {
  const received: Received[] = []
  const connections = { count: 0 }
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect(_session, done) {
      connections.count += 1
      done()
    },
    onAuth({ username, password: given }, _session, done) {
      if (username === 'mailer' && given === password) done(null, { user: username })
      else done(Object.assign(new Error(`no ${given}`), { responseCode: 535 }))
    },
    onRcptTo({ address }, _session, done) {
      const responseCode = Number.parseInt(address, 10)
      if (Number.isNaN(responseCode)) return done()
      done(Object.assign(new Error(`5.1.1 <${address}> is unknown`), { responseCode }))
    },
    onData(stream, { envelope, user, secure }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(parts).toString(),
          user,
          secure,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await once(server.listen(0, host), 'listening')
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, received, connections }
}

/** Starts a server that follows `respond`, line by line. */
async function startScript(respond: (line: string, socket: Socket, count: number) => void) {
  let count = 0
  const server = createServer((socket) => {
    count += 1
    const own = count
    closing.push(() => void socket.destroy())
    socket.on('error', () => socket.destroy())
    respond('connect', socket, own)
    socket.on('data', (part) => {
      for (const line of part.toString('latin1').split('\r\n').filter(Boolean))
        respond(line, socket, own)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => void server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => count }
}

const findFailure = (sending: Promise<unknown>): Promise<unknown> =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  )
const local = (port: number, user = '') => `smtp://${user && `${user}@`}127.0.0.1:${port}`

test('sends a mail with sender, reply address, HTML, files and the unsubscribe page', async () => {
  const { port, received } = await startMailServer()
  const { outcome, reference } = await smtpMailer({ url: local(port, credentials), from }).send({
    ...mail,
    alsoTo: ['bo@example.test'],
    cc: ['cy@example.test'],
    replyTo: 'grace@example.test',
    html: '<p>Hi Ada</p>',
    unsubscribeUrl: 'https://atrium.example/api/public/unsubscribe/abc',
    attachments: [
      { name: 'INV-1.pdf', contentType: 'application/pdf', content: 'JVBERi0=' },
      { name: 'logo.jpg', contentType: 'image/jpeg', content: '/9j/', contentId: 'logo' },
    ],
  })
  expect(outcome).toBe('sent')
  expect(received).toMatchObject([
    {
      from: 'noreply@example.test',
      to: ['ada@example.test', 'bo@example.test', 'cy@example.test'],
      user: 'mailer',
    },
  ])
  const source = received[0]?.source ?? ''
  for (const part of [
    'From: Atrium <noreply@example.test>',
    'To: ada@example.test, bo@example.test',
    'Cc: cy@example.test',
    'Reply-To: grace@example.test',
    'Subject: Hello',
    'Hi Ada',
    '<p>Hi Ada</p>',
    'JVBERi0=',
    'Content-Id: <logo>',
    `Message-ID: ${reference}`,
    'List-Unsubscribe: <https://atrium.example/api/public/unsubscribe/abc>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ])
    expect(source.toLowerCase()).toContain(part.toLowerCase())
})

test('gives a mail the same Message-ID when it is sent again, and another mail another one', async () => {
  const { port } = await startMailServer()
  const mailer = smtpMailer({ url: local(port), from })
  const { reference } = await mailer.send(mail)
  expect((await mailer.send(mail)).reference).toBe(reference)
  expect((await mailer.send({ ...mail, idempotencyKey: 'note:2' })).reference).not.toBe(reference)
})

test('sends many mails over at most five connections', async () => {
  const { port, received, connections } = await startMailServer()
  const mailer = smtpMailer({ url: local(port), from })
  const keys = Array.from({ length: 30 }, (_, index) => `note:${index}`)
  await Promise.all(keys.map((idempotencyKey) => mailer.send({ ...mail, idempotencyKey })))
  expect(received).toHaveLength(30)
  expect(connections.count).toBeLessThanOrEqual(5)
})

test.each(['550@example.test', 'ada@example.test\r\nRCPT TO:<eve@example.test>'])(
  'refuses the recipient %j for good and does not repeat the address',
  async (to) => {
    const { port, received } = await startMailServer()
    const error = await findFailure(smtpMailer({ url: local(port), from }).send({ ...mail, to }))
    expect(error).toBeInstanceOf(MailError)
    expect(error).toMatchObject({ retryable: false })
    expect(String(error)).not.toContain('example.test')
    expect(received).toEqual([])
  },
)

test('takes a recipient as one address, even if it contains a comma', async () => {
  const { port, received } = await startMailServer()
  const to = 'ada@example.test, eve@example.test'
  await findFailure(smtpMailer({ url: local(port), from }).send({ ...mail, to }))
  expect(received.flatMap((each) => each.to)).not.toContain('eve@example.test')
})

test('allows a retry if the server refuses the recipient for now', async () => {
  const { port } = await startMailServer()
  const to = '450@example.test'
  const error = await findFailure(smtpMailer({ url: local(port), from }).send({ ...mail, to }))
  expect(error).toMatchObject({ retryable: true })
  expect(String(error)).toContain('450 5.1.1')
})

test('counts a mail as sent if the server takes it for some of the recipients', async () => {
  const { port, received } = await startMailServer()
  const receipt = await smtpMailer({ url: local(port), from }).send({
    ...mail,
    alsoTo: ['550@example.test'],
  })
  expect(receipt).toMatchObject({ outcome: 'sent', refusedRecipients: 1 })
  expect(received[0]?.to).toEqual(['ada@example.test'])
})

test.each([
  [552, false],
  [554, false],
  [451, true],
])('reports status %i after the text with retryable %s', async (responseCode, retryable) => {
  const { port } = await startMailServer({
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => done(Object.assign(new Error('no'), { responseCode })))
    },
  })
  const error = await findFailure(smtpMailer({ url: local(port), from }).send(mail))
  expect(error).toMatchObject({ retryable })
  expect(String(error)).toContain(String(responseCode))
})

test('allows a retry if the sign-in is refused, and does not repeat the password', async () => {
  const { port, received } = await startMailServer()
  const url = local(port, 'mailer:marked-wrong-password')
  const error = await findFailure(smtpMailer({ url, from }).send(mail))
  expect(error).toMatchObject({ retryable: true })
  expect(String(error)).toContain('535')
  expect(JSON.stringify([error, String(error)])).not.toContain('marked-wrong')
  expect(received).toEqual([])
})

test('allows a retry if the server wants a sign-in that is not configured', async () => {
  const { port } = await startMailServer({ authOptional: false })
  const error = await findFailure(smtpMailer({ url: local(port), from }).send(mail))
  expect(error).toMatchObject({ retryable: true })
})

test('allows a retry if nothing listens', async () => {
  const error = await findFailure(smtpMailer({ url: local(1), from }).send(mail))
  expect(error).toMatchObject({ retryable: true })
})

test('allows a retry if the server turns the connection away', async () => {
  const { port } = await startScript((line, socket) => {
    if (line === 'connect') socket.end('554 No service for you\r\n')
  })
  const error = await findFailure(smtpMailer({ url: local(port), from }).send(mail))
  expect(error).toMatchObject({ retryable: true })
})

test.each([
  ['is silent', () => undefined],
  [
    'trickles its greeting',
    (line: string, socket: Socket) => {
      if (line !== 'connect') return
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    },
  ],
])('gives a mail up in time if the server %s', async (_what, respond) => {
  const { port } = await startScript(respond)
  const mailer = smtpMailer({ url: local(port), from, timeoutMs: 300 })
  expect(await findFailure(mailer.send(mail))).toMatchObject({ retryable: true })
})

const talk: Record<string, string> = {
  connect: '220 ready',
  EHLO: '250 ready',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 kept',
  QUIT: '221 bye',
}

test.each(['MAIL', 'RCPT', 'DATA', '.'])(
  'allows one retry, and makes none itself, if the server dies at %s',
  async (command) => {
    const seen: string[] = []
    const { port } = await startScript((line, socket) => {
      const name = line.split(/[ :]/)[0] ?? ''
      if (talk[name] !== undefined) seen.push(name)
      if (name === command) socket.destroy()
      else if (talk[name] !== undefined) socket.write(`${talk[name]}\r\n`)
    })
    const error = await findFailure(smtpMailer({ url: local(port), from }).send(mail))
    expect(error).toMatchObject({ retryable: true })
    expect(seen.filter((name) => name === 'connect')).toHaveLength(1)
  },
)

test('sends over a new connection if the server closed the kept one', async () => {
  const { port, connections } = await startScript((line, socket) => {
    const name = line.split(/[ :]/)[0] ?? ''
    if (talk[name] !== undefined) socket.write(`${talk[name]}\r\n`)
    if (name === '.') setTimeout(() => socket.destroy(), 5)
  })
  const mailer = smtpMailer({ url: local(port), from })
  await mailer.send(mail)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await mailer.send({ ...mail, idempotencyKey: 'note:2' })).toMatchObject({
    outcome: 'sent',
  })
  expect(connections()).toBe(2)
})

test('stops at once if the service stops', async () => {
  const { port } = await startScript(() => undefined)
  const stopping = new AbortController()
  const sending = smtpMailer({ url: local(port), from }).send(mail, stopping.signal)
  stopping.abort()
  expect(await findFailure(sending)).toMatchObject({ retryable: true })
})

// This machine is trusted without TLS, so these servers need another address.
const outside = Object.values(networkInterfaces())
  .flat()
  .find((each) => each !== undefined && !each.internal && each.family === 'IPv4')?.address

test.runIf(outside)('never sends the password to another machine without TLS', async () => {
  let isAsked = false
  const { port, received } = await startMailServer(
    {
      onAuth(_auth, _session, done) {
        isAsked = true
        done(null, { user: 'mailer' })
      },
    },
    outside,
  )
  const url = `smtp://${credentials}@${outside}:${port}`
  expect(await findFailure(smtpMailer({ url, from }).send(mail))).toMatchObject({ retryable: true })
  expect([isAsked, received]).toEqual([false, []])
})

test.each(['smtp', 'smtps'])('refuses an invalid certificate with %s', async (scheme) => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'mail.example' }])
  const host = scheme === 'smtps' ? '127.0.0.1' : outside
  if (host === undefined) return
  const { port, received } = await startMailServer(
    { secure: scheme === 'smtps', disabledCommands: [], key, cert },
    host,
  )
  const url = `${scheme}://${credentials}@${host}:${port}`
  expect(await findFailure(smtpMailer({ url, from }).send(mail))).toMatchObject({ retryable: true })
  expect(received).toEqual([])
})
