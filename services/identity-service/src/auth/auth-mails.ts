import { createHash } from 'node:crypto'
import { inTransaction } from '@atrium/database'
import { type NewMail, queueMails } from '@atrium/mailer'
import type { Deps } from '../deps.ts'
import { changeMail, resetMail, verificationMail } from '../notifications/compose.ts'

interface Asked {
  user: { email: string }
  url: string
  token: string
}

// The mail key is stored, so it must not contain the secret token. The token's digest is just as
// unique.
const toKey = (token: string): string =>
  createHash('sha256').update(token).digest('hex').slice(0, 32)

export const authMails = ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  const queue = (mail: NewMail) => inTransaction(db, undefined, (tx) => queueMails(tx, [mail]))
  return {
    async sendResetPassword({ user, url, token }: Asked): Promise<void> {
      const redirects = new URL(url).searchParams.get('callbackURL')
      const direct = `${config.dashboardUrl}/reset-password?${new URLSearchParams({ token })}`
      await queue(resetMail(toKey(token), user.email, redirects ? url : direct))
    },
    async sendVerificationEmail({ user, url, token }: Asked): Promise<void> {
      await queue(verificationMail(toKey(token), user.email, url))
    },
    async sendChangeEmailConfirmation({
      user,
      newEmail,
      url,
      token,
    }: Asked & { newEmail: string }) {
      await queue(changeMail(toKey(token), user.email, newEmail, url))
    },
  }
}
