/** The prefixes of public ids; docs/reference/http.md. */
export type IdPrefix =
  | 'org'
  | 'usr'
  | 'ses'
  | 'acc'
  | 'mem'
  | 'ivt'
  | 'ver'
  | 'key'
  | 'pky'
  | 'tfa'
  | 'ocl'
  | 'ort'
  | 'oat'
  | 'ors'
  | 'ocr'
  | 'oca'
  | 'grt'
  | 'evt'
  | 'aud'
  | 'req'
  | 'task'
  | 'post'
  | 'tle'
  | 'tpl'
  | 'tin'
  | 'site'
  | 'hook'
  | 'wf'
  | 'run'
  | 'cus'
  | 'off'
  | 'inv'
  | 'cn'
  | 'sch'
  | 'chn'
  | 'whe'
  | 'whd'
  | 'crd'
  | 'rsv'
  | 'doc'
  | 'hap'
  | 'tty'
  | 'ord'
  | 'tkt'
  | 'wait'
  | 'skill'
  | 'zen'
  | 'arun'
  | 'agt'

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

// Asking for random bytes costs far more than using them, so they are fetched for many ids at once.
const bytesPerId = 10
const pool = new Uint8Array(bytesPerId * 256)
let used = pool.length

function randomBytes(): Uint8Array {
  if (used === pool.length) {
    globalThis.crypto.getRandomValues(pool)
    used = 0
  }
  used += bytesPerId
  return pool.subarray(used - bytesPerId, used)
}

let lastMillis = 0
let sequence = 0

/**
 * The 32 hex digits of a version 7 UUID (RFC 9562): 48 bits of milliseconds, a 12-bit counter that keeps the
 * ids of one millisecond in order within a process, then 62 random bits.
 */
export function uuidv7Hex(now: number = Date.now()): string {
  const [first = 0, ...rest] = randomBytes()
  if (now > lastMillis) {
    lastMillis = now
    // The upper half is left free for the ids that follow within this millisecond.
    sequence = (((rest[7] ?? 0) << 8) | (rest[8] ?? 0)) & 0x7ff
  } else if (++sequence > 0xfff) {
    lastMillis += 1
    sequence = 0
  }
  const time = lastMillis.toString(16).padStart(12, '0')
  const variant = hex[(first & 0x3f) | 0x80]
  let tail = ''
  for (let index = 0; index < 7; index += 1) tail += hex[rest[index] ?? 0]
  return `${time}7${sequence.toString(16).padStart(3, '0')}${variant}${tail}`
}

/** A fresh public id, `<prefix>_<32 hex>`; ids of one prefix sort by creation. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${uuidv7Hex()}`

/** Whether a string has the form of an id with this prefix. */
export const isId = (prefix: IdPrefix, value: string): boolean =>
  value.length === prefix.length + 33 &&
  value.startsWith(`${prefix}_`) &&
  /^[0-9a-f]{32}$/.test(value.slice(prefix.length + 1))
