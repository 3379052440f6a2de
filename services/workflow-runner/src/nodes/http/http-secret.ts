import { NodeError } from '../../engine/index.ts'
import type { HttpPort } from '../ports.ts'

export type Redact = <V>(value: V) => V

/** Characters. Shorter texts are not redacted, because responses contain them by chance. */
const shortest = 6
const mark = '[credential]'

/**
 * Returns every text that would reveal a credential: the value without its scheme, and the decoded
 * pair and password from a Basic credential (RFC 7617).
 */
function listTexts(value: string): string[] {
  const token = value.slice(value.lastIndexOf(' ') + 1)
  const pair = /^basic /i.test(value) ? Buffer.from(token, 'base64').toString() : ''
  const texts = [token, pair, pair.slice(pair.indexOf(':') + 1)]
  return [...new Set(texts.filter((text) => text.length >= shortest))]
}

/**
 * Returns a function that redacts a credential, because a response may repeat it. The function
 * searches parsed values, because JSON may escape any character.
 */
export function createRedactor(value: string): Redact {
  const texts = listTexts(value)
  const written = texts.map((text) => JSON.stringify(text).slice(1, -1))
  return (given) => {
    if (typeof given === 'string')
      return texts.reduce<string>(
        (text, each) => text.replaceAll(each, mark),
        given,
      ) as typeof given
    if (typeof given !== 'object' || given === null) return given
    // Replacing in serialized text is a hundred times faster than walking the values.
    const text = JSON.stringify(given)
    const clean = written.reduce((all, each) => all.replaceAll(each, mark), text)
    return clean === text ? given : JSON.parse(clean)
  }
}

export interface Secret {
  host: string
  name: string
  headers: Record<string, string>
  redact: Redact
  /** Every text that would reveal the credential. */
  texts: readonly string[]
}

/**
 * Opens a stored credential of the organisation. Throws `NodeError` if there is none or it cannot
 * be decrypted.
 */
export async function openSecret(http: HttpPort, orgId: string, ref: string): Promise<Secret> {
  const known = await http.credential(orgId, ref)
  if (known === undefined)
    throw new NodeError(`The credential "${ref}" does not exist. Choose another one.`)
  const { name, host, header, value } = known
  if (value === undefined)
    throw new NodeError(`The credential "${name}" cannot be read. Enter its value again.`)
  return {
    name,
    host,
    headers: { [header]: value },
    redact: createRedactor(value),
    texts: listTexts(value),
  }
}

/**
 * Throws `NodeError` if the request goes to another host. Requires https, except for requests to
 * this machine.
 */
export function requireOwnHost(
  { name, host }: Secret,
  { host: asked, hostname, protocol }: URL,
): void {
  if (asked !== host)
    throw new NodeError(`The credential "${name}" is for ${host}, not for ${asked}`)
  const local = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !local)
    throw new NodeError(`The credential "${name}" is sent only over https`)
}
