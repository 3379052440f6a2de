import { z } from 'zod'

// The form of HTML's `input type="email"`, but the domain needs a dot and the local part may not
// begin or end with one.
const form =
  /^(?!\.)(?!.*\.\.)[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+(?<!\.)@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const longest = 254
const controls = /\p{Cc}/u
// Characters that a URL parser would not read as part of the host.
const noHost = /[\s/?#@:\\%[\]]/u

/**
 * Returns a domain in ASCII (IDNA), for example `xn--mller-kva.de` for `müller.de`. Undefined if
 * the text is no domain.
 */
function toAsciiDomain(domain: string): string | undefined {
  if (domain === '' || domain.length > longest || noHost.test(domain)) return undefined
  try {
    const { hostname } = new URL(`http://${domain}`)
    // URL parsers read numbers as an IP address.
    return /^[\d.]+$/.test(hostname) ? undefined : hostname
  } catch {
    return undefined
  }
}

/**
 * Trims an address and converts its domain to ASCII. Only trims the address if the domain is
 * invalid. Returns an address with control characters unchanged.
 */
function normaliseEmail(given: string): string {
  // Trimming would hide a line break, which is invalid in an address.
  if (controls.test(given)) return given
  const address = given.trim()
  const at = address.lastIndexOf('@')
  const domain = toAsciiDomain(address.slice(at + 1))
  return at < 1 || domain === undefined ? address : `${address.slice(0, at)}@${domain}`
}

/** A mail address. It is stored trimmed and with its international domain in ASCII. */
export const EmailAddress = z
  .string()
  .max(2 * longest)
  .transform(normaliseEmail)
  .pipe(z.string().max(longest).regex(form, 'Enter a mail address, such as name@example.com'))
