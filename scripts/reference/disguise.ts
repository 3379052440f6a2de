import { storyBegins, toStoryTime } from './story-clock.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A step's time in milliseconds since 1970. */
export interface StepTime {
  readonly from: number
  readonly to: number
}

const moment = /(?<!\d)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|[+-]\d\d:\d\d)/g
const secretKeys = /^(?:atr|atm|atmr|whsec|sk|rk)_[\w+/=-]+$/
const base64 = /^[A-Za-z0-9+][A-Za-z0-9+/]{23,}={0,2}$/

/**
 * Returns a function to replace what the story's clock cannot fix: ids are numbered, moments have
 * the minute of their step, secrets are cut. `given` are texts with replacements.
 */
export function createDisguise(
  given: Readonly<Record<string, string>>,
  times: readonly StepTime[],
): (value: unknown) => unknown {
  // A port's digits may also be part of an id, so a port is replaced only as a whole value.
  const isPort = (text: string): boolean => /^\d{4,5}$/.test(text)
  const inTexts = Object.entries(given).filter(([from]) => !isPort(from))
  const replaced = new Map<string, string>()
  const counts = new Map<string, number>()
  const once = (value: string, make: () => string): string => {
    const replacement = replaced.get(value)
    if (replacement !== undefined) return replacement
    const made = make()
    replaced.set(value, made)
    return made
  }
  const next = (kind: string): number => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count
  }
  const disguiseMoment = (text: string): string => {
    // A day's beginning or end, or a time that somebody has chosen.
    if (/:00(?:\.000)?Z$|:59\.999Z$/.test(text)) return text
    const at = toStoryTime(Date.parse(text))
    const before = times.findLastIndex(({ from }) => from <= at)
    const isInStory = at > storyBegins - minute && at < (times.at(-1)?.to ?? storyBegins) + minute
    // The story takes a different number of seconds in every run.
    const shown = isInStory
      ? storyBegins + Math.max(0, before) * minute
      : Math.floor(at / (5 * minute)) * 5 * minute
    return new Date(shown).toISOString()
  }
  /** Replaces a time in seconds or milliseconds since 1970. Any other number stays. */
  const disguiseNumber = (value: number): number => {
    const unit = [1_000, 1].find((one) => Math.abs(value * one - storyBegins) < 60 * day)
    return unit === undefined
      ? value
      : Date.parse(disguiseMoment(new Date(value * unit).toISOString())) / unit
  }
  const short = (text: string): string =>
    text
      // Signatures and times inside a query.
      .replaceAll(/(?<=[?&]\w{1,40}=)[^&"#\s]*%[^&"#\s]*/g, (encoded) => {
        const plain = decoded(encoded)
        return base64.test(plain) ? once(plain, () => `example-${next('opaque')}…`) : encoded
      })
      .replaceAll(/(?<=\b\w{1,40}=)\d{10}(?:\d{3})?(?![\w.%])/g, (digits) =>
        String(disguiseNumber(Number(digits))),
      )
      .replaceAll(/\beyJ[\w-]+(?:\.[\w-]+){1,4}/g, (token) =>
        once(token, () => `example-${next('opaque')}…`),
      )
      // Ticket codes in Crockford's alphabet.
      .replaceAll(/\b(?=[A-Z]*\d)[0-9A-HJKMNP-TV-Z]{16}\b/g, (code) =>
        once(code, () => `7KM2QW9X${toHex(next('code'), 8).toUpperCase()}`),
      )
      // Platform ids are version 7 UUIDs.
      .replaceAll(/\b([a-z]+)_[0-9a-f]{32}\b/g, (id, prefix: string) =>
        once(id, () => `${prefix}_019cadc69a80700080000000${toHex(next(prefix), 8)}`),
      )
      .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) =>
        once(id, () => `019cadc6-9a80-7000-8000-${toHex(next('uuid'), 12)}`),
      )
      .replaceAll(
        /\b([a-z]{2,8}(?:_[a-z]{2,8})?)_(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{6,}\b/g,
        (id, prefix: string) =>
          id.includes('_019cadc6') ? id : once(id, () => `${prefix}_${toHex(next(prefix), 8)}`),
      )
      .replaceAll(/(?<![\w%-])(?=[\w-]*[A-Za-z])[\w-]{24,}(?:\.[\w-]{24,})*(?![\w-])/g, (opaque) =>
        /(?:^|_)019cadc6/.test(opaque) || isPlain(opaque)
          ? opaque
          : once(opaque, () => `example-${next('opaque')}…`),
      )
      .replaceAll(/https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g, 'https://provider.example.com')
      .replaceAll(
        /https?%3A%2F%2F(?:127\.0\.0\.1|localhost)%3A\d+/g,
        encodeURIComponent('https://provider.example.com'),
      )
      // The address may follow an encoded @ in a mailbox URI.
      .replaceAll(/(?:(?<![\w.-])|(?<=%40))127\.0\.0\.1(?![\w.:-])/g, '203.0.113.7')
      .replaceAll(/(?<![\w.-])localhost(?![\w.:-])/g, 'atrium.example.com')
  const disguiseText = (text: string): string => {
    const port = given[text]
    if (port !== undefined && isPort(text)) return port
    const replacedText = inTexts.reduce((all, [from, to]) => all.replaceAll(from, to), text)
    const again = replaced.get(replacedText)
    if (again !== undefined) return again
    if (base64.test(replacedText) && !isPlain(replacedText))
      return once(replacedText, () => `example-${next('opaque')}…`)
    if (secretKeys.test(replacedText))
      return `${replacedText.slice(0, replacedText.indexOf('_'))}_…`
    return short(replacedText.replaceAll(moment, disguiseMoment))
  }
  const whole = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') {
      if (name === 'code' && /^\d{6}$/.test(value)) return '123456'
      return name === 'backupCodes'
        ? once(value, () => `example-${next('opaque')}…`)
        : disguiseText(value)
    }
    if (typeof value === 'number') {
      const port = given[String(value)]
      return port === undefined ? disguiseNumber(value) : Number(port)
    }
    if (Array.isArray(value)) return value.map((each) => whole(each, name))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [short(key), whole(member, key)]),
    )
  }
  return (value) => whole(value, '')
}

/** Decodes a part of a query. Returns it unchanged if it is badly encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const toHex = (count: number, digits: number): string => count.toString(16).padStart(digits, '0')

/**
 * True if text consists of words joined by hyphens, underscores or capitals, such as slugs,
 * variables and operations.
 */
const isPlain = (text: string): boolean =>
  /^[a-z]+(?:[A-Z][a-z]+)*$/.test(text) ||
  text
    .split(/[-_]/)
    .every((word) => /^(?:[A-Za-z]{0,16}|\d{1,6}|(?:[A-Z][a-z]{1,16})+)$/.test(word))
