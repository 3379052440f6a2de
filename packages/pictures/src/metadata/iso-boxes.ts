/** The type and position of a box in an ISO base media file (ISO/IEC 14496-12, 4.2). */
export interface IsoBox {
  readonly type: string
  readonly start: number
  /** The start of the payload. */
  readonly body: number
  readonly end: number
}

/** Yields the boxes between two positions. Ends early at an incomplete box. */
export function* readBoxes(bytes: Buffer, from: number, to: number): Generator<IsoBox> {
  for (let at = from; at + 8 <= to; ) {
    const box = readBoxHead(bytes.subarray(at, Math.min(at + 16, to)), at, to)
    if (box === undefined || box.end > to) return
    yield box
    at = box.end
  }
}

/**
 * Returns the box whose first bytes are `head`, at `start` in a file or box that ends at `to`.
 * Returns undefined if the head is malformed.
 */
export function readBoxHead(head: Buffer, start: number, to: number): IsoBox | undefined {
  if (head.length < 8) return undefined
  const size = head.readUInt32BE(0)
  const type = head.toString('latin1', 4, 8)
  // Size 0 means up to the end. Size 1 means that a 64-bit size follows.
  if (size === 0) return { type, start, body: start + 8, end: to }
  if (size !== 1) return size < 8 ? undefined : { type, start, body: start + 8, end: start + size }
  if (head.length < 16) return undefined
  const long = Number(head.readBigUInt64BE(8))
  return long < 16 ? undefined : { type, start, body: start + 16, end: start + long }
}

/** Returns the first box of this type between two positions. */
export function findBox(bytes: Buffer, from: number, to: number, type: string): IsoBox | undefined {
  for (const box of readBoxes(bytes, from, to)) if (box.type === type) return box
  return undefined
}

/** Turns a box into free space. */
export function blankBox(bytes: Buffer, { start, body, end }: IsoBox): void {
  bytes.write('free', start + 4, 'latin1')
  bytes.fill(0, body, end)
}
