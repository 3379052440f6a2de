import { randomBytes } from 'node:crypto'
import { AtriumError, type Client, createClient, type Organization } from '@atrium/sdk'
import { checkWith } from '../stories/story.ts'
import { drawPng } from './draw-png.ts'

/** Signs up a user and creates an organisation. */
export async function signUpNewcomer(
  baseUrl: string,
  label: string,
): Promise<{ client: Client; org: Organization; email: string; password: string }> {
  const client = createClient({ baseUrl })
  const tag = `${label}-${randomBytes(4).toString('hex')}`
  const email = `${tag}@example.com`
  const password = randomBytes(12).toString('hex')
  await client.auth.signUp({ name: label, email, password })
  const org = await client.auth.createOrg({ name: `${label} & Co`, slug: tag })
  return { client, org, email, password }
}

/** Returns a refused call's error. Throws if the call succeeds. */
export async function catchRefusal(call: Promise<unknown>): Promise<AtriumError> {
  try {
    await call
  } catch (error) {
    if (error instanceof AtriumError) return error
    throw error
  }
  throw new Error('not as it should be: the call was not refused')
}

/** Plays a newcomer's first minutes through the SDK. Throws at the first mismatch. */
export async function playNewcomer(baseUrl: string, say: (line: string) => void): Promise<void> {
  const check = checkWith(say)
  const first = await signUpNewcomer(baseUrl, 'first')
  const me = await first.client.me()
  check(
    me.org?.id === first.org.id && me.org.role === 'owner',
    'signed up, owns an organisation that is active',
  )

  const image = drawPng(64)
  const open = await first.client.assets.upload(image, { fileName: 'cover.png' })
  check(
    open.contentType === 'image/png' && open.bytes === image.size,
    'uploaded an image into the public lane',
  )

  const anonymous = createClient({ baseUrl })
  const read = await anonymous.assets.read(open.key)
  const same = Buffer.from(await read.arrayBuffer()).equals(Buffer.from(await image.arrayBuffer()))
  check(same, 'anybody reads it back, byte for byte')
  check(
    read.headers.get('cache-control')?.includes('immutable') === true,
    'and may cache it for good',
  )

  const secret = await first.client.assets.upload(image, { visibility: 'priv' })
  const ownFile = await first.client.assets.read(secret.key)
  check(ownFile.status === 200, 'the owner reads a private image')
  await ownFile.body?.cancel()
  const stranger = await signUpNewcomer(baseUrl, 'second')
  check(
    (await catchRefusal(stranger.client.assets.read(secret.key))).status === 404,
    'another organisation gets a 404',
  )
  check(
    (await catchRefusal(anonymous.assets.read(secret.key))).status === 404,
    'and so does nobody in particular',
  )

  const key = await first.client.auth.createApiKey({ name: 'newcomer' })
  const byKey = createClient({ baseUrl, apiKey: key.key })
  check((await byKey.me()).via === 'api_key', 'an API key acts for the organisation')
  const usage = await byKey.assets.usage()
  check(usage.count === 2 && usage.bytes === 2 * image.size, 'the usage is exact')

  await first.client.orgs.purge({ params: { id: first.org.id } })
  check(
    (await catchRefusal(byKey.me())).status === 401,
    'a purged organisation takes its keys along',
  )
}
