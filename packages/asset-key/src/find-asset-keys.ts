import { keyGrammar } from './asset-key.ts'

const separator = '[/\\\\]+(?:\\.[/\\\\]+)*'
const looseKey = new RegExp(
  `(${keyGrammar.orgId})${separator}(${keyGrammar.visibility})${separator}(${keyGrammar.uuid})\\.(${keyGrammar.extension})`,
  'g',
)
const anyUuid = new RegExp(keyGrammar.uuid)

/** Deep enough for a URL inside JSON inside HTML inside JSON; each round undoes one layer of everything. */
const maxRounds = 8

/**
 * Every asset key that occurs in a serialized record, bare or inside a URL, in canonical form and once each.
 *
 * Used for reference counting (core specification, "Asset release rules"): it may report a key too many but
 * must never miss one. It therefore undoes every encoding that a browser, JSON, HTML or CSS would undo
 * (percent signs, `\/`, `\u002f`, entities, upper case, backslashes as slashes, line breaks and dot segments
 * within a URL), in any nesting, and looks for keys at each stage. Never use it to validate a key.
 */
export function findAssetKeys(text: string): string[] {
  const keys = new Set<string>()
  let current = text.toLowerCase()
  collect(current, keys)
  for (let round = 0; round < maxRounds; round++) {
    const decoded = decodeOnce(current)
    if (decoded === current) break
    current = decoded
    collect(current, keys)
  }
  return [...keys]
}

function collect(text: string, keys: Set<string>): void {
  for (const variant of variantsOf(text)) {
    if (!anyUuid.test(variant)) continue
    for (const [, orgId, visibility, uuid, extension] of variant.matchAll(looseKey)) {
      keys.add(`${orgId}/${visibility}/${uuid}.${extension}`)
    }
  }
}

function* variantsOf(text: string): Generator<string> {
  yield text
  const unwrapped = text.replace(/\\[nrt]|[\n\r\t]/g, '')
  if (unwrapped !== text) yield unwrapped
  // In CSS `\2f ` is a slash, but after a backslash used as a separator the same digits may begin a uuid.
  const css = unwrapped.replace(/\\0{0,4}(2[def]|5f)[ \f]?/g, (_, hex: string) => fromCode(hex, 16))
  if (css !== unwrapped) yield css
  const flat = withoutParentSegments(css)
  if (flat !== css) yield flat
}

function decodeOnce(text: string): string {
  return text
    .replace(/&(?:amp;)+/g, '&')
    .replace(/&#x0*([0-9a-f]{1,6});?/g, (_, hex: string) => fromCode(hex, 16))
    .replace(/&#0*([0-9]{1,7});?/g, (_, digits: string) => fromCode(digits, 10))
    .replace(/&([a-z]+);/g, (entity, name: string) => namedEntities[name] ?? entity)
    .replace(/%(?:25)+/g, '%')
    .replace(/%([0-7][0-9a-f])/g, (_, hex: string) => fromCode(hex, 16))
    .replace(/\\{2,}/g, '\\')
    .replace(/\\(?:u\{0*([0-9a-f]{1,6})\}|u00([0-7][0-9a-f])|x([0-7][0-9a-f]))/g, (_, a, b, c) =>
      fromCode(a ?? b ?? c, 16),
    )
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

/** One ASCII character, lower case; anything beyond ASCII cannot be part of a key and becomes a space. */
function fromCode(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix)
  return code < 0x80 ? String.fromCharCode(code).toLowerCase() : ' '
}

function withoutParentSegments(text: string): string {
  let current = text
  for (let round = 0; round < maxRounds; round++) {
    const next = current.replace(/(?<![/\\])[/\\]+(?!\.\.?[/\\])[^/\\\s"'<>]+[/\\]+\.\.(?=[/\\])/g, '')
    if (next === current) break
    current = next
  }
  return current
}
