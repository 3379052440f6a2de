// Prints a random value for every secret in `infra/compose.yaml` as .env lines, and each service's key for
// principal tokens. For an existing AUTH_SESSION_SECRET, use `atrium principal-keys` instead.
import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

const compose = readFileSync(new URL('compose.yaml', import.meta.url), 'utf8')
const names = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))
// If a value begins with a digit, NATS reads it as a number.
const draw = () => `s${randomBytes(24).toString('hex')}`
const session = draw()
for (const name of names) {
  const [, service] = /^PRINCIPAL_KEY_(\w+)$/.exec(name) ?? []
  const drawn = name === 'AUTH_SESSION_SECRET' ? session : draw()
  console.log(`${name}=${service === undefined ? drawn : principalKey(service.toLowerCase())}`)
}

function principalKey(service) {
  const key = hkdfSync('sha256', session, 'atrium', `principal-token:${service}`, 32)
  return Buffer.from(key).toString('base64url')
}
