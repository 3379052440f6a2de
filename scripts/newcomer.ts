import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { AtriumError, createClient } from '@atrium/sdk'

/** Plays a newcomer's first minutes through the SDK against a running platform: `node scripts/newcomer.ts [url]`. */
const baseUrl = process.argv[2] ?? process.env['API_URL'] ?? 'http://localhost:3000'
const say = (line: string): void => void process.stdout.write(`${line}\n`)

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not as it should be: ${what}`)
  say(`  ok  ${what}`)
}

/** A real PNG, one colour, `size` pixels square. */
function drawPng(size: number): Blob {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
  const crc = (bytes: Buffer): number => {
    let c = 0xffffffff
    for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8)
    return (c ^ 0xffffffff) >>> 0
  }
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), ...Array<Buffer>(size).fill(Buffer.from([0x2f, 0x6f, 0xeb]))])
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(size).fill(row)))
  return new Blob([
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', pixels),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  ])
}

async function newcomer(label: string) {
  const client = createClient({ baseUrl })
  const tag = `${label}-${randomBytes(4).toString('hex')}`
  await client.auth.signUp({
    name: label,
    email: `${tag}@example.com`,
    password: randomBytes(12).toString('hex'),
  })
  const org = await client.auth.createOrg({ name: `${label} & Co`, slug: tag })
  return { client, org }
}

const refusal = async (call: Promise<unknown>): Promise<AtriumError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof AtriumError) return error
    throw error
  }
  throw new Error('not as it should be: the call was not refused')
}

say(`A newcomer at ${baseUrl}`)
const first = await newcomer('first')
const me = await first.client.me()
check(
  me.org?.id === first.org.id && me.org.role === 'owner',
  'signed up, owns an organisation that is active',
)

const image = drawPng(64)
const open = await first.client.assets.upload(image, { fileName: 'cover.png' })
check(open.contentType === 'image/png' && open.bytes === image.size, 'uploaded an image into the public lane')

const anonymous = createClient({ baseUrl })
const read = await anonymous.assets.read(open.key)
const same = Buffer.from(await read.arrayBuffer()).equals(Buffer.from(await image.arrayBuffer()))
check(same, 'anybody reads it back, byte for byte')
check(read.headers.get('cache-control')?.includes('immutable') === true, 'and may cache it for good')

const secret = await first.client.assets.upload(image, { visibility: 'priv' })
const own = await first.client.assets.read(secret.key)
check(own.status === 200, 'the owner reads a private image')
await own.body?.cancel()
const stranger = await newcomer('second')
check(
  (await refusal(stranger.client.assets.read(secret.key))).status === 404,
  'another organisation gets a 404',
)
check((await refusal(anonymous.assets.read(secret.key))).status === 404, 'and so does nobody in particular')

const key = await first.client.auth.createApiKey({ name: 'newcomer' })
const byKey = createClient({ baseUrl, apiKey: key.key })
check((await byKey.me()).via === 'api_key', 'an API key acts for the organisation')
const usage = await byKey.assets.usage()
check(usage.count === 2 && usage.bytes === 2 * image.size, 'the usage is exact')

await first.client.orgs.purge({ params: { id: first.org.id } })
check((await refusal(byKey.me())).status === 401, 'a purged organisation takes its keys along')
say('All of it works.')
