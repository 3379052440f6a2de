export interface MailServers {
  readonly host: string
  readonly port: number
  readonly smtpHost: string
  readonly smtpPort: number
  /** True if the provider accepts only a password that is made for one program. */
  readonly wantsAppPassword?: boolean
  /** True if the provider lets no other program sign in with any password. */
  readonly refusesPasswords?: boolean
}

const servers = (host: string, smtpHost: string, smtpPort = 465, wantsAppPassword = false) => ({
  host,
  port: 993,
  smtpHost,
  smtpPort,
  wantsAppPassword,
})

const google = servers('imap.gmail.com', 'smtp.gmail.com', 465, true)
const apple = servers('imap.mail.me.com', 'smtp.mail.me.com', 587, true)
const microsoft: MailServers = {
  host: 'outlook.office365.com',
  port: 993,
  smtpHost: 'smtp-mail.outlook.com',
  smtpPort: 587,
  refusesPasswords: true,
}
const gmx = servers('imap.gmx.net', 'mail.gmx.net')

/** Well-known providers' published servers, by mail domain. */
const providers: Readonly<Record<string, MailServers>> = {
  'gmail.com': google,
  'googlemail.com': google,
  'icloud.com': apple,
  'me.com': apple,
  'outlook.com': microsoft,
  'hotmail.com': microsoft,
  'live.com': microsoft,
  'msn.com': microsoft,
  'yahoo.com': servers('imap.mail.yahoo.com', 'smtp.mail.yahoo.com', 465, true),
  'aol.com': servers('imap.aol.com', 'smtp.aol.com', 465, true),
  'fastmail.com': servers('imap.fastmail.com', 'smtp.fastmail.com', 465, true),
  'zoho.com': servers('imap.zoho.com', 'smtp.zoho.com', 465, true),
  'gmx.de': gmx,
  'gmx.net': gmx,
  'web.de': servers('imap.web.de', 'smtp.web.de', 587),
  't-online.de': servers('secureimap.t-online.de', 'securesmtp.t-online.de'),
  'posteo.de': servers('posteo.de', 'posteo.de'),
  'mailbox.org': servers('imap.mailbox.org', 'smtp.mailbox.org'),
  'orange.fr': servers('imap.orange.fr', 'smtp.orange.fr'),
  'free.fr': servers('imap.free.fr', 'smtp.free.fr'),
}

/**
 * Returns the servers to propose for an address. An unknown domain usually has servers of this form.
 * Undefined while the address is incomplete.
 */
export function proposeMailServers(address: string): MailServers | undefined {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  if (!address.includes('@') || !/^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(domain)) return undefined
  return Object.hasOwn(providers, domain)
    ? providers[domain]
    : servers(`imap.${domain}`, `smtp.${domain}`)
}
