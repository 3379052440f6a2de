import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { GivenName } from '../core/schemas.ts'
import { created, tagged } from '../core/tagged.ts'
import { Channel, shareAtOnce } from './channel.ts'

const Host = z
  .string()
  .trim()
  .regex(/^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[?[\da-f:.]{2,45}\]?)$/i, {
    error: 'This is not a host name. Enter a name such as imap.example.com',
  })
const Port = z.number().int().min(1).max(65_535)
const credential = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, { error: 'This contains characters that no mail server accepts' })

export const connectImap = tagged('Connect').org.post('connectImap', '/api/connect/imap/manual', {
  assistants: false,
  sdk: 'connect.imap',
  summary: 'Connect a mailbox by IMAP and SMTP',
  description:
    'Both servers are tried with the user name and the password before anything is saved. Ports 993 and 465 use TLS, other ports STARTTLS. ' +
    'If a server refuses, 422 `token_rejected` says in words what it said, and `errors` names the field to correct. ' +
    'The same user name at the same server is one channel, so a new password replaces the old one.',
  idempotent: true,
  body: z.strictObject({
    host: Host.describe('The IMAP server’s host name.'),
    port: Port.describe('The IMAP server’s port, usually 993.'),
    user: credential(320).describe('The user name at both servers, often the mail address.'),
    password: credential(1_024).describe(
      'The password, or an app password if the provider asks for one. Stored encrypted, and never returned.',
    ),
    smtpHost: Host.describe('The SMTP server’s host name.'),
    smtpPort: Port.describe('The SMTP server’s port, usually 465 or 587.'),
    from: EmailAddress.describe('The address that mail from this mailbox is sent from.'),
    name: GivenName.optional().describe('The channel’s name. By default the address.'),
    shared: shareAtOnce,
  }),
  responses: created(
    'The channel',
    z.object({ channel: Channel.describe('The connected channel.') }),
    { Location: 'The channels' },
  ),
  errors: ['not_configured', 'plan_limit', 'token_rejected'],
  example: {
    body: {
      host: '127.0.0.1',
      port: '{mail.imap}',
      user: 'bakery@imap.example',
      password: 'sandbox-mail-password',
      smtpHost: '127.0.0.1',
      smtpPort: '{mail.smtp}',
      from: 'bakery@imap.example',
      name: 'Bakery mail',
    },
  },
})
