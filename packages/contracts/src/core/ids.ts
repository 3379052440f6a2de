/** The prefixes of public ids; `api.md`, "ids". */
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
  | 'evt'
  | 'req'
  | 'task'
  | 'post'
  | 'tle'
  | 'tpl'
  | 'tin'
  | 'site'
  | 'wf'
  | 'run'
  | 'cus'
  | 'off'
  | 'inv'
  | 'sch'
  | 'chn'
  | 'whe'
  | 'whd'
  | 'skill'

const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
let lastMillis = 0
let sequence = 0

/**
 * The 32 hex digits of a version 7 UUID (RFC 9562): 48 bits of milliseconds, a 12-bit counter that keeps the
 * ids of one millisecond in order within a process, then 62 random bits.
 */
export function uuidv7Hex(now: number = Date.now()): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(10))
  if (now > lastMillis) {
    lastMillis = now
    sequence = (((bytes[8] ?? 0) << 8) | (bytes[9] ?? 0)) & 0x7ff
  } else if (++sequence > 0xfff) {
    lastMillis += 1
    sequence = 0
  }
  const time = lastMillis.toString(16).padStart(12, '0')
  const variant = hex(((bytes[0] ?? 0) & 0x3f) | 0x80)
  const tail = Array.from(bytes.subarray(1, 8), hex).join('')
  return `${time}7${sequence.toString(16).padStart(3, '0')}${variant}${tail}`
}

/** A fresh public id, `<prefix>_<32 hex>`; ids of one prefix sort by creation. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${uuidv7Hex()}`

/** Whether a string has the form of an id with this prefix. */
export const isId = (prefix: IdPrefix, value: string): boolean =>
  value.length === prefix.length + 33 &&
  value.startsWith(`${prefix}_`) &&
  /^[0-9a-f]{32}$/.test(value.slice(prefix.length + 1))
