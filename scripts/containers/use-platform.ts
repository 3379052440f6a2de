import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@atrium/sdk'
import { drawPng } from '../newcomer/draw-png.ts'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { type Checks, must } from './checks.ts'
import type { Opened } from './play-containers.ts'
import type { Project } from './project.ts'

/** What a user left on the platform. */
export interface Used {
  readonly email: string
  readonly password: string
  readonly key: string
  readonly image: Blob
  readonly cardId: string
}

/** Signs up, uploads a file, and creates a card that arrives in the live stream. */
export async function usePlatform(
  { baseUrl }: Opened,
  { check }: Checks,
): Promise<Used | undefined> {
  const user = await check('signs up through the gateway', () => signUpNewcomer(baseUrl, 'first'))
  if (user === undefined) return undefined
  const { client, email, password } = user
  const image = drawPng(64)
  const key = await check('uploads a file and reads it back', async () => {
    const asset = await client.assets.upload(image, { visibility: 'priv' })
    must(await isSame(await client.assets.read(asset.key), image), 'the file differs')
    return asset.key
  })
  const cardId = await check('receives the event of a new card in the live stream', async () => {
    const signal = AbortSignal.timeout(15_000)
    const changes = client.events({ signal })
    await changes.next()
    const card = await client.cards.create({ body: { kind: 'task', title: 'From a container' } })
    for await (const change of changes) {
      if (change.kind === 'event' && JSON.stringify(change.event).includes(card.id)) return card.id
    }
    throw new Error('the event did not arrive')
  })
  return key === undefined || cardId === undefined
    ? undefined
    : { email, password, key, image, cardId }
}

/** Compares a response with a file, byte for byte. */
export const isSame = async (response: Response, file: Blob): Promise<boolean> =>
  Buffer.from(await response.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))

/** The backup on the volume of the operator's container. */
export const backupFolder = '/backups/first'

/** Runs the operator's commands, and one with the rights of a service. */
export async function checkOperator(
  project: Project,
  used: Used | undefined,
  { check }: Checks,
): Promise<void> {
  const operate = async (...args: string[]) => {
    const { code, output, errors } = await project.runOnce('operator', args)
    must(code === 0, `${output}${errors}`)
    return output
  }
  if (used !== undefined)
    await check('verifies an address with the operator’s container', async () => {
      must((await operate('users', 'verify', used.email)).includes('is verified'), 'not verified')
    })
  await check('lists dead letters of every service', () => operate('dead-letters', 'list'))
  await check('prints the keys of the services', async () => {
    must((await operate('principal-keys')).includes('PRINCIPAL_KEY_ASSETS='), 'no key')
  })
  await check('re-encrypts tokens', () => operate('connect', 'rotate-keys'))
  await check('explains a missing right in a sentence', async () => {
    const { code, errors } = await project.exec('gateway', ['atrium', 'connect', 'rotate-keys'])
    must(code === 1 && /^atrium: NATS does not let the user gateway/m.test(errors), errors)
  })
  await check('backs up to the volume', () => operate('backup', backupFolder))
}

const pollMs = 250
const longestMs = 120_000

/**
 * Stops and starts PostgreSQL, and says after how many seconds each kind of request works again.
 */
export async function restartDatabase(
  { project, baseUrl }: Opened,
  used: Used | undefined,
  say: (line: string) => void,
): Promise<void> {
  must(used, 'nobody signed up')
  const client = createClient({ baseUrl, maxRetries: 0 })
  await client.auth.signIn({ email: used.email, password: used.password })
  await project.stop(['postgres'])
  await sleep(5_000)
  await project.up(['postgres'])
  const startedAt = performance.now()
  const requests = {
    session: () => client.me(),
    cards: () => client.cards.get({ params: { id: used.cardId } }),
    files: () => client.assets.read(used.key).then((response) => response.body?.cancel()),
    invoices: () => client.invoices.list(),
    workflows: () => client.workflows.list(),
    channels: () => client.connect.list(),
  }
  await Promise.all(
    Object.entries(requests).map(async ([name, request]) => {
      for (;;) {
        const failure = await request().then(
          () => undefined,
          (error: unknown) => String(error),
        )
        const seconds = (performance.now() - startedAt) / 1000
        if (failure === undefined) return say(`      ${name} works ${seconds.toFixed(1)} s after`)
        must(seconds * 1000 < longestMs, `${name} after ${seconds} s: ${failure}`)
        await sleep(pollMs)
      }
    }),
  )
}
