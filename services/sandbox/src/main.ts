import { join } from 'node:path'
import { platformEndpoints } from './platform-endpoints.ts'
import { startSandbox } from './start-sandbox.ts'

if (process.env['NODE_ENV'] === 'production') {
  process.stderr.write('sandbox: the stand-ins are for development and tests only\n')
  process.exit(1)
}
const secretKey = process.env['PAYMENTS_SECRET_KEY']
const home = process.env['ATRIUM_HOME']
const sandbox = await startSandbox({
  port: Number(process.env['SANDBOX_PORT'] ?? 4900),
  imapPort: Number(process.env['SANDBOX_IMAP_PORT'] ?? 4943),
  smtpPort: Number(process.env['SANDBOX_SMTP_PORT'] ?? 4925),
  ...(home ? { home: join(home, 'sandbox') } : {}),
  payments: { ...(secretKey ? { secretKey } : {}), endpoints: platformEndpoints(process.env) },
})
process.stdout.write(`sandbox: ${sandbox.url}\n`)
const stop = () => void sandbox.stop().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)
process.send?.({ ready: sandbox.url })
