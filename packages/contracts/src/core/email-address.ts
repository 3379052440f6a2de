import { z } from 'zod'

// The form of HTML's `input type="email"`, with a dot in the domain and no dot at an edge of the local part.
const form =
  /^(?!\.)(?!.*\.\.)[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+(?<!\.)@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const longest = 254
const controls = /\p{Cc}/u
// Signs that a URL would read as something else than a part of its host.
const noHost = /[\s/?#@:\\%[\]]/u

/** A domain in ASCII (IDNA): `müller.de` is `xn--mller-kva.de`. Undefined for a text that is no domain. */
function toAsciiDomain(domain: string): string | undefined {
  if (domain === '' || domain.length > longest || noHost.test(domain)) return undefined
  try {
    const { hostname } = new URL(`http://${domain}`)
    // A URL reads numbers as an IP address.
    return /^[\d.]+$/.test(hostname) ? undefined : hostname
  } catch {
    return undefined
  }
}

/** An address without surrounding blanks and with its domain in ASCII. An address of another form stays as it is. */
function normaliseEmail(given: string): string {
  // Trimming would hide a line break, which has no place in an address.
  if (controls.test(given)) return given
  const address = given.trim()
  const at = address.lastIndexOf('@')
  const domain = toAsciiDomain(address.slice(at + 1))
  return at < 1 || domain === undefined ? address : `${address.slice(0, at)}@${domain}`
}

/** A mail address, stored without surrounding blanks and with an international domain in ASCII. */
export const EmailAddress = z
  .string()
  .max(2 * longest)
  .transform(normaliseEmail)
  .pipe(z.string().max(longest).regex(form, 'Enter a mail address, such as name@example.com'))
