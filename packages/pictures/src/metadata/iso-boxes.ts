/** A box of an ISO base media file: its type and where it lies; ISO/IEC 14496-12, 4.2. */
export interface IsoBox {
  readonly type: string
  readonly start: number
  /** Where its payload begins. */
  readonly body: number
  readonly end: number
}

/** The boxes between two places. Ends early at a box that is not whole. */
export function* readBoxes(bytes: Buffer, from: number, to: number): Generator<IsoBox> {
  for (let at = from; at + 8 <= to; ) {
    const box = readBoxHead(bytes.subarray(at, Math.min(at + 16, to)), at, to)
    if (box === undefined || box.end > to) return
    yield box
    at = box.end
  }
}

/** The box whose first bytes are `head`, at `start` of a file or box that ends at `to`. Undefined for a malformed head. */
export function readBoxHead(head: Buffer, start: number, to: number): IsoBox | undefined {
  if (head.length < 8) return undefined
  const size = head.readUInt32BE(0)
  const type = head.toString('latin1', 4, 8)
  // A size of 0 lasts to the end, and a size of 1 is followed by 64 bits.
  if (size === 0) return { type, start, body: start + 8, end: to }
  if (size !== 1) return size < 8 ? undefined : { type, start, body: start + 8, end: start + size }
  if (head.length < 16) return undefined
  const long = Number(head.readBigUInt64BE(8))
  return long < 16 ? undefined : { type, start, body: start + 16, end: start + long }
}

/** The first box of this type between two places. */
export function findBox(bytes: Buffer, from: number, to: number, type: string): IsoBox | undefined {
  for (const box of readBoxes(bytes, from, to)) if (box.type === type) return box
  return undefined
}

/** Turns a box into free space. */
export function blankBox(bytes: Buffer, { start, body, end }: IsoBox): void {
  bytes.write('free', start + 4, 'latin1')
  bytes.fill(0, body, end)
}
