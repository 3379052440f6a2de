import { type CardKind, invalidField } from '@atrium/contracts'

const scripts = new Set(['javascript:', 'data:', 'vbscript:'])
const isWeb = (protocol: string): boolean => protocol === 'http:' || protocol === 'https:'

/**
 * Refuses addresses that would run a script when somebody follows them. The address of a link card is on the web, if it
 * names a scheme. Throws `validation_failed` (400).
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
