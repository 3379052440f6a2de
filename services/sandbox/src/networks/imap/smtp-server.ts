import { SMTPServer } from 'smtp-server'
import { deliverByImap, type ImapSandbox } from './imap-state.ts'

const longestMail = 25 * 1024 * 1024
const mostKept = 500

/**
 * Takes mail from the sandbox's mailboxes. Mail to another mailbox of the sandbox is delivered, all
 * other mail is only kept. It has no TLS, so it must listen on this machine only.
 */
export function createSmtpServer(state: ImapSandbox, onChange: () => void): SMTPServer {
  return new SMTPServer({
    name: 'sandbox.example',
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN'],
    size: longestMail,
    maxClients: 100,
    logger: false,
    onAuth({ username = '', password }, _session, done) {
      if (state.boxes.get(username)?.password === password) done(null, { user: username })
      else done(new Error('The user name or the password is wrong'))
    },
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(new Error('The mail is too large'))
        const source = Buffer.concat(parts).toString('latin1')
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        state.sent.push({ from, to, source, at: Date.now() })
        state.sent.splice(0, Math.max(0, state.sent.length - mostKept))
        for (const address of to) {
          const box = state.boxes.get(address)
          if (box !== undefined) deliverByImap(box, { source })
        }
        onChange()
        done()
      })
    },
  })
}
