import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { queueMails } from '../mail/queue-mails.ts'
import { resetMail, verificationMail } from '../notifications/compose.ts'

interface Asked {
  user: { email: string }
  url: string
  token: string
}

// The token is a secret, and a mail's key is kept: the digest is as unique.
const keyOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 32)

/** The mails that somebody asks for on better-auth's routes. */
export const authMails = ({ db, config }: Pick<Deps, 'db' | 'config'>) => ({
  async sendResetPassword({ user, url, token }: Asked): Promise<void> {
    const redirects = new URL(url).searchParams.get('callbackURL')
    const direct = `${config.dashboardUrl}/reset-password?${new URLSearchParams({ token })}`
    await queueMails(db, [resetMail(keyOf(token), user.email, redirects ? url : direct)])
  },
  async sendVerificationEmail({ user, url, token }: Asked): Promise<void> {
    await queueMails(db, [verificationMail(keyOf(token), user.email, url)])
  },
})
