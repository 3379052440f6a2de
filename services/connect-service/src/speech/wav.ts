/** The recordings that are asked for: 16 bits, one channel. */
export const sampleRate = 24_000
const bytesPerSample = 2
const headerBytes = 44

/** A WAV file (RIFF, PCM) around samples. */
export function wavOf(samples: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(headerBytes - 8 + samples.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * bytesPerSample, 28)
  header.writeUInt16LE(bytesPerSample, 32)
  header.writeUInt16LE(bytesPerSample * 8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

/** The samples of an answer: its bytes, or those of a WAV file of this form; undefined for another format. */
export function samplesOf(bytes: Buffer): Buffer | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') {
    return isCompressed(bytes) ? undefined : bytes.subarray(0, bytes.length - (bytes.length % bytesPerSample))
  }
  let sameForm = false
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const body = at + 8
    if (name === 'fmt ' && body + 16 <= bytes.length) {
      const [format, channels] = [bytes.readUInt16LE(body), bytes.readUInt16LE(body + 2)]
      const [rate, bits] = [bytes.readUInt32LE(body + 4), bytes.readUInt16LE(body + 14)]
      sameForm = format === 1 && channels === 1 && rate === sampleRate && bits === bytesPerSample * 8
    }
    // A length beyond the end is that of a stream: the rest are samples.
    if (name === 'data')
      return sameForm ? bytes.subarray(body, Math.min(bytes.length, body + length)) : undefined
    at = body + length + (length % 2)
  }
  return undefined
}

/** MP3 with or without a tag, Ogg, or an answer that is no sound at all. */
const isCompressed = (bytes: Buffer): boolean => {
  const begin = bytes.toString('latin1', 0, 4)
  const frame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2
  return begin.startsWith('ID3') || begin === 'OggS' || begin.startsWith('{"') || frame
}
