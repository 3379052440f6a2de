const start = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda

/**
 * True if valid marker segments lead to a scan. Other bytes after JFIF or Exif are ignored, as
 * decoders do. If `complete`, the head is the whole file.
 */
export function hasJpegHeader(head: Buffer, complete: boolean): boolean {
  if (head.length < 4 || head[0] !== 0xff || head[1] !== start) return false
  let at = 2
  let named = false
  for (;;) {
    const next = head[at]
    if (next === undefined) return !complete
    if (next !== 0xff) return named
    while (head[at + 1] === 0xff) at += 1
    const marker = head[at + 1]
    if (marker === undefined) return !complete
    if (marker === endOfImage) return named
    if (!startsSegment(marker)) return false
    if (at + 4 > head.length) return !complete && at > 2
    const length = head.readUInt16BE(at + 2)
    if (length < 2) return false
    const end = at + 2 + length
    if (end > head.length) return !complete && (named || at > 2)
    const body = head.subarray(at + 4, end)
    if (!isSound(marker, body)) return false
    if (marker === startOfScan) return complete ? end < head.length : true
    if (at === 2) named = namesFormat(marker, body)
    at = end
  }
}

// SOF, DHT, DAC, SOS, DQT, DNL, DRI, DHP, EXP, APPn, JPGn and COM carry a length. RSTn and SOI are
// not allowed here.
function startsSegment(marker: number): boolean {
  return (
    (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) ||
    (marker >= startOfScan && marker <= 0xfe)
  )
}

function isSound(marker: number, body: Buffer): boolean {
  if (marker === startOfScan) return body.length >= 6
  const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
  if (!isFrame) return true
  const [precision = 0] = body
  // A height of zero is allowed, because a DNL segment may give the height later.
  return body.length >= 9 && [2, 8, 12, 16].includes(precision) && body.readUInt16BE(3) > 0
}

function namesFormat(marker: number, body: Buffer): boolean {
  const name = body.toString('latin1', 0, 6)
  if (marker === 0xe0) return name.startsWith('JFIF\0') || name.startsWith('JFXX\0')
  return marker === 0xe1 && name === 'Exif\0\0'
}
