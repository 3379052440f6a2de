import { type CardKind, invalidField } from '@atrium/contracts'

const scripts = new Set(['javascript:', 'data:', 'vbscript:'])
const isWeb = (protocol: string): boolean => protocol === 'http:' || protocol === 'https:'

/**
 * Rejects addresses that would run a script when somebody opens them. If the address of a link card
 * has a scheme, the scheme must be http or https. Throws `validation_failed` (400).
 */
export function requireWebAddresses(
  kind: CardKind,
  fields: Readonly<Record<string, unknown>>,
): void {
  for (const name of ['url', 'canonicalUrl', 'website']) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (typeof value !== 'string' || !URL.canParse(value)) continue
    const { protocol } = new URL(value)
    const isRefused = kind === 'link' ? !isWeb(protocol) : scripts.has(protocol)
    if (isRefused)
      throw invalidField(`fields.${name}`, 'Enter an address that begins with http:// or https://')
  }
}
