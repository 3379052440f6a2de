import { keyGrammar } from './asset-key.ts'

// Between the segments, allow anything that a URL reader would turn into a slash: an escape,
// doubled slashes, `./` or `x/../`. The look-ahead lets matches overlap, so no key can hide behind
// another.
const gap = '(?:(?!org_)[^]){0,64}'
const nearestKey = looseKey(`${gap}?`)
const farthestKey = looseKey(gap)
const anyUuid = new RegExp(keyGrammar.uuid)

/**
 * Deep enough for a URL inside JSON inside HTML inside JSON. Each round undoes one layer of every
 * encoding.
 */
const maxRounds = 8

/**
 * Returns every asset key in a serialized record, in canonical form and once each, for reference
 * counting. It may report a key too many but must never miss one. It therefore undoes every
 * encoding that a browser, JSON, HTML or CSS would undo, in any nesting. Never use it to validate a
 * key.
 */
export function findAssetKeys(text: string): string[] {
  const keys = new Set<string>()
  for (const reading of readings(text)) {
    if (!anyUuid.test(reading)) continue
    collectMatches(reading, nearestKey, keys)
    // In `pub/../priv` the last lane counts, and after `<uuid>.png/..` the last name.
    if (reading.includes('..')) collectMatches(reading, farthestKey, keys)
  }
  return [...keys]
}

const slash = '[/\\\\]'
const slashes = `${slash}(?:\\.?${slash})*`
const segment = '[^/\\\\\\s"\'`<>(){}?#&%,;|]{1,200}'
const orgFolders = [
  `(${keyGrammar.orgId})(?=${slash})`,
  `api${slashes}assets${slashes}(${segment})${slashes}(?:${keyGrammar.visibility})${slash}`,
  `api${slashes}assets${slashes}(org_${segment})${slash}`,
].map((source) => new RegExp(source, 'g'))

/**
 * Returns the organisation segments in everything that looks like an asset address, with or without
 * a key, in any encoding. Each is returned once, in lower case. Use it to refuse another
 * organisation's addresses.
 */
export function findAssetOrgs(text: string): string[] {
  const orgs = new Set<string>()
  for (const reading of readings(text)) {
    for (const pattern of orgFolders) {
      for (const [, org] of reading.matchAll(pattern)) if (org !== undefined) orgs.add(org)
    }
  }
  return [...orgs]
}

/**
 * Yields the text in lower case, and again after each decoded layer, with and without line breaks.
 */
function* readings(text: string): Generator<string> {
  let current = text.toLowerCase()
  for (let round = 0; ; round++) {
    yield current
    // Line breaks within a URL mean nothing, but an apparent escaped line break may be a separator
    // followed by an `n`.
    const unwrapped = current.replace(/(?<!\\)\\+[nrt]|[\n\r\t]/g, '')
    if (unwrapped !== current) yield unwrapped
    const decoded = round < maxRounds ? decodeOnce(current) : current
    if (decoded === current) return
    current = decoded
  }
}

function collectMatches(text: string, pattern: RegExp, keys: Set<string>): void {
  for (const [, orgId, visibility, uuid, extension] of text.matchAll(pattern)) {
    keys.add(`${orgId}/${visibility}/${uuid}.${extension}`)
  }
}

function looseKey(between: string): RegExp {
  const { orgId, visibility, uuid, extension } = keyGrammar
  return new RegExp(
    `(?=(${orgId})${between}(${visibility})${between}(${uuid})\\.(${extension}))`,
    'g',
  )
}

// A CSS escape takes up to six digits, so `\2f` is a slash only if no other digit follows.
const cssEscape = /(?<!\\)\\+(?:0{0,4}(2[def]|5[cf])(?![0-9a-f])|0000(2[def]|5[cf]))[ \f]?/g

function decodeOnce(text: string): string {
  return text
    .replace(/&(?:amp;)+/g, '&')
    .replace(/&#x0*([0-9a-f]{1,6});?/g, (_, hex: string) => fromCode(hex, 16))
    .replace(/&#0*([0-9]{1,7});?/g, (_, digits: string) => fromCode(digits, 10))
    .replace(/&([a-z]+);/g, (entity, name: string) => namedEntities[name] ?? entity)
    .replace(/%(?:25)+/g, '%')
    .replace(/%([0-7][0-9a-f])/g, (_, hex: string) => fromCode(hex, 16))
    .replace(
      /(?<!\\)\\+(?:u\{0*([0-9a-f]{1,6})\}|u00([0-7][0-9a-f])|x([0-7][0-9a-f]))/g,
      (_, a, b, c) => fromCode(a ?? b ?? c, 16),
    )
    .replace(cssEscape, (_, short = '', long = '') => fromCode(short || long, 16))
}

const namedEntities: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  sol: '/',
  bsol: '\\',
  period: '.',
  lowbar: '_',
  underbar: '_',
  percnt: '%',
  num: '#',
  colon: ':',
  tab: '\t',
  newline: '\n',
})

/**
 * Returns one ASCII character in lower case. Other characters become a space, because they cannot
 * be part of a key.
 */
function fromCode(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix)
  return code < 0x80 ? String.fromCharCode(code).toLowerCase() : ' '
}
