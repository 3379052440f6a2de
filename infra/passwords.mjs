// `node infra/passwords.mjs [file]` draws a random value for every secret that `infra/compose.yaml` needs, into
// infra/.env or the given file, readable by its owner only. It keeps the lines that the file already has, so run it again
// after an upgrade. For a new AUTH_SESSION_SECRET, use `atrium principal-keys` instead.
import { createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

const compose = readFileSync(new URL('compose.yaml', import.meta.url), 'utf8')
const file = process.argv[2] ?? fileURLToPath(new URL('.env', import.meta.url))
const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
const kept = parseEnv(text)
const names = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))
const missing = [...names].filter((name) => !kept[name])

// If a value begins with a digit, NATS reads it as a number.
const draw = () => `s${randomBytes(24).toString('hex')}`
const session = kept.AUTH_SESSION_SECRET || draw()
const drawn = { AUTH_SESSION_SECRET: session, ...drawVapidKeys() }
const lines = missing.map((name) => {
  const [, service] = /^PRINCIPAL_KEY_(\w+)$/.exec(name) ?? []
  return `${name}=${service === undefined ? (drawn[name] ?? draw()) : principalKey(service.toLowerCase())}\n`
})
const half = ['PUSH_VAPID_PUBLIC_KEY', 'PUSH_VAPID_PRIVATE_KEY'].filter((name) =>
  missing.includes(name),
)
if (half.length === 1) {
  console.error(
    `${file} has one VAPID key. Set ${half[0]}, or remove the other one to get a new pair.`,
  )
  process.exit(1)
}
// The file gets its mode before it gets a secret.
appendFileSync(file, '', { mode: 0o600 })
chmodSync(file, 0o600)
appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${lines.join('')}`)
console.error(`${file}: ${lines.length} secrets drawn, ${names.size - lines.length} kept`)

/** Returns a service's key for principal tokens (packages/http). */
function principalKey(service) {
  const key = hkdfSync('sha256', session, 'atrium', `principal-token:${service}`, 32)
  return Buffer.from(key).toString('base64url')
}

/** Returns a key pair for notifications in browsers (RFC 8292). */
function drawVapidKeys() {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  // A private key may have leading zeros, which the library leaves out.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return {
    PUSH_VAPID_PUBLIC_KEY: publicKey.toString('base64url'),
    PUSH_VAPID_PRIVATE_KEY: privateKey.toString('base64url'),
  }
}
