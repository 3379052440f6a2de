import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, portInUse } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'

const run = promisify(execFile)
const dovecot = '/usr/sbin/dovecot'

/** True if Debian's `dovecot-imapd` is installed and may be started. */
export const hasDovecot = existsSync(dovecot) && existsSync('/usr/lib/dovecot/imap')

/** Starts Dovecot on this machine with one mailbox in memory of a temporary folder. */
export async function startDovecot(user: string, password: string) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-dovecot-'))
  const port = await freePort()
  const { username: owner } = userInfo()
  const mail = join(folder, 'mail')
  await mkdir(mail)
  await writeFile(join(folder, 'users'), `${user}:{PLAIN}${password}::::::\n`)
  // Dovecot does not let the superuser own mail.
  const mailOwner = owner === 'root' ? 'mail' : owner
  if (owner === 'root') await run('chown', ['-R', 'mail', mail])
  await run('chmod', ['-R', 'a+rX', folder])
  const config = join(folder, 'dovecot.conf')
  await writeFile(
    config,
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${mailOwner}
default_login_user = ${mailOwner}
first_valid_uid = 1
mail_location = maildir:${mail}/%u
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${folder}/users
}
userdb {
  driver = static
  args = uid=${mailOwner} gid=${mailOwner} home=${mail}/%u
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`,
  )
  const server = spawn(dovecot, ['-F', '-c', config], { stdio: 'ignore' })
  await eventually(async () => {
    if (!(await portInUse(port))) throw new Error('Dovecot does not listen yet')
  })
  return {
    port,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
