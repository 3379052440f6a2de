export interface SoundForm {
  channels: number
  /** Samples per second and channel. */
  rate: number
  bits: number
}

export const askedForm: SoundForm = { channels: 1, rate: 24_000, bits: 16 }
const headerBytes = 44

const frameBytes = ({ channels, bits }: SoundForm): number => (channels * bits) / 8

export function encodeWav(samples: Buffer, form: SoundForm = askedForm): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(headerBytes - 8 + samples.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(form.channels, 22)
  header.writeUInt32LE(form.rate, 24)
  header.writeUInt32LE(form.rate * frameBytes(form), 28)
  header.writeUInt16LE(frameBytes(form), 32)
  header.writeUInt16LE(form.bits, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

export interface Sound {
  form: SoundForm
  samples: Buffer
}

const wholeFrames = (samples: Buffer, form: SoundForm): Sound => ({
  form,
  samples: samples.subarray(0, samples.length - (samples.length % frameBytes(form))),
})

/**
 * Reads the samples and their format from a WAV file (PCM) or from raw samples. Returns undefined
 * for any other format.
 */
export function decodeWav(bytes: Buffer): Sound | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') {
    return isCompressed(bytes) ? undefined : wholeFrames(bytes, askedForm)
  }
  let form: SoundForm | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const body = at + 8
    if (name === 'fmt ' && body + 16 <= bytes.length) form = formAt(bytes, body)
    // Streamed files state a length beyond the end. All remaining bytes are then samples.
    if (name === 'data') {
      const end = Math.min(bytes.length, body + length)
      return form === undefined ? undefined : wholeFrames(bytes.subarray(body, end), form)
    }
    at = body + length + (length % 2)
  }
  return undefined
}

const pcm = 1
const mostChannels = 8
const rates = { least: 8_000, most: 192_000 } as const

function formAt(bytes: Buffer, at: number): SoundForm | undefined {
  const form = {
    channels: bytes.readUInt16LE(at + 2),
    rate: bytes.readUInt32LE(at + 4),
    bits: bytes.readUInt16LE(at + 14),
  }
  const isSupported =
    bytes.readUInt16LE(at) === pcm &&
    form.channels >= 1 &&
    form.channels <= mostChannels &&
    form.rate >= rates.least &&
    form.rate <= rates.most &&
    [8, 16, 24, 32].includes(form.bits)
  return isSupported ? form : undefined
}

/** True for MP3 and Ogg, and for a response without sound. */
const isCompressed = (bytes: Buffer): boolean => {
  const begin = bytes.toString('latin1', 0, 4)
  const frame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2
  return begin.startsWith('ID3') || begin === 'OggS' || begin.startsWith('{"') || frame
}
