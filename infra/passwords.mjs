// Prints a random secret for every one that `infra/compose.yaml` wants, as lines of an .env file.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

const compose = readFileSync(new URL('compose.yaml', import.meta.url), 'utf8')
const names = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))
// NATS reads a value that begins with a digit as a number.
for (const name of names) console.log(`${name}=s${randomBytes(24).toString('hex')}`)
