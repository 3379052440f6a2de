import type { ImapSandbox } from '@atrium/sandbox'
import { sandboxMailAccount } from '@atrium/sandbox'
import type { Caller, HarnessOptions } from './harness.ts'

/** Lets mailboxes be on this machine, where the tests' servers are. */
export const imapHarness: HarnessOptions = { env: { FETCH_PRIVATE_ADDRESSES: 'loopback' } }

export const imapBody = ({ ports }: Pick<ImapSandbox, 'ports'>) => ({
  ...sandboxMailAccount,
  host: '127.0.0.1',
  port: ports.imap,
  smtpHost: '127.0.0.1',
  smtpPort: ports.smtp,
  from: 'bakery@imap.example',
})

export const connectImapAt = (caller: Caller, body: object) =>
  caller('POST', '/api/connect/imap/manual', body)

/** Connects a mailbox of the sandbox and returns the channel id. Throws if it is refused. */
export async function connectBox(
  caller: Caller,
  imap: ImapSandbox,
  { user, password }: { user: string; password: string } = sandboxMailAccount,
): Promise<string> {
  const answer = await connectImapAt(caller, { ...imapBody(imap), user, password, from: user })
  if (answer.status !== 201) throw new Error(answer.text)
  return String((answer.body['channel'] as unknown as { id: string }).id)
}
