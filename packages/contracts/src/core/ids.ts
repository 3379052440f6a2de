type Identity = 'org' | 'usr' | 'mem' | 'ivt' | 'aud' | 'req' | 'evt' | 'ntf' | 'psh'
type SignIn = 'ses' | 'acc' | 'ver' | 'key' | 'pky' | 'tfa'
type Grants = 'ocl' | 'ort' | 'oat' | 'ors' | 'ocr' | 'oca' | 'grt'
type Board = 'task' | 'col' | 'post' | 'tle' | 'tpl' | 'tin' | 'site'
type Workflows =
  | 'wf'
  | 'run'
  | 'hook'
  | 'hsec'
  | 'whe'
  | 'whd'
  | 'skill'
  | 'zen'
  | 'arun'
  | 'agt'
  | 'apr'
  | 'file'
type Invoicing =
  | 'cus'
  | 'off'
  | 'inv'
  | 'est'
  | 'cn'
  | 'pay'
  | 'sch'
  | 'crd'
  | 'rsv'
  | 'doc'
  | 'bst'
  | 'btx'
type Tickets = 'hap' | 'tty' | 'ord' | 'tkt' | 'wait'

/** The public id prefixes (docs/reference/http.md). */
export type IdPrefix =
  | Identity
  | SignIn
  | Grants
  | Board
  | Workflows
  | Invoicing
  | Tickets
  | 'chn'
  | 'exp'

let lastMillis = 0
let sequence = 0

/**
 * Returns a version 7 UUID (RFC 9562) as 32 hex digits: 48 bits for milliseconds, a 12-bit counter
 * and 62 random bits. The counter keeps a process's ids within one millisecond in order.
 */
export function uuidv7Hex(now: number = Date.now()): string {
  const random = new DataView(crypto.getRandomValues(new Uint8Array(10)).buffer)
  if (now > lastMillis) {
    lastMillis = now
    // Leaves the upper half of the counter for more ids in this millisecond.
    sequence = random.getUint16(0) & 0x7ff
  } else if (++sequence > 0xfff) {
    lastMillis += 1
    sequence = 0
  }
  // Two bits of the tail are the UUID variant.
  const tail = (random.getBigUint64(2) & 0x3fff_ffff_ffff_ffffn) | 0x8000_0000_0000_0000n
  return `${hex(lastMillis, 12)}7${hex(sequence, 3)}${hex(tail, 16)}`
}

const hex = (value: number | bigint, digits: number): string =>
  value.toString(16).padStart(digits, '0')

export type NewId = (prefix: IdPrefix) => string

/** Returns a new public id, `<prefix>_<32 hex>`. Ids with the same prefix sort by creation. */
export const newId: NewId = (prefix) => `${prefix}_${uuidv7Hex()}`
