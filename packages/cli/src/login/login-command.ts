import { hostname } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { Readable } from 'node:stream'
import { getMe, type Me } from '@atrium/contracts'
import { createClient } from '@atrium/sdk'
import { CommandError, type CommandIo, type Flags, untilStopped } from '../command.ts'
import { readText } from '../read-input.ts'
import { oneLine } from '../shown-text.ts'
import { drawLoginKeys, listenForKey } from './receive-key.ts'
import {
  allowsPlainHttp,
  findLogin,
  forgetLogin,
  platformUrl,
  signedInClient,
  storedUrl,
  storeLogin,
} from './stored-login.ts'

type LoginFlags = Flags<never, 'api-key' | 'no-browser' | 'plain-http'>

/**
 * `atrium login [url]`: stores an API key from a dashboard page, or from standard input if
 * `--api-key` is given. Other users can call the loopback interface, so a key from there is stored
 * only after the user confirms its account.
 */
export async function loginCommand(
  flags: LoginFlags,
  io: CommandIo,
  address?: string,
): Promise<true> {
  const text = address ?? (io.env['ATRIUM_URL'] || (await storedUrl(io.env)))
  if (!text)
    throw new CommandError('Give the address of your platform: atrium login https://atrium.example')
  const url = platformUrl(text, flags['plain-http'] === true || allowsPlainHttp(io.env))
  const loopback = flags['api-key'] !== true && flags['no-browser'] !== true
  if (loopback && io.asksPerson !== true) {
    throw new CommandError(
      'This login needs a terminal to confirm the account. Use --no-browser or --api-key.',
    )
  }
  const apiKey = flags['api-key'] === true ? await givenKey(io) : await keyOfPage(url, flags, io)
  const client = createClient({ baseUrl: url, apiKey })
  const me = await client.call(getMe, {}, untilStopped(io))
  if (loopback) await requireOwn(io, formatAccount(me))
  await storeLogin(io.env, { url, apiKey })
  io.write(`Signed in as ${formatAccount(me)}`)
  return true
}

const formatAccount = ({ user, org }: Me): string =>
  oneLine(`${user.name} <${user.email}>, ${org?.role} of ${org?.name}`)

async function requireOwn(io: CommandIo, account: string): Promise<void> {
  const typed = await question(
    io,
    `The browser signs this computer in as ${account}. Is that you? [y/N]`,
  )
  if (!/^y(es)?$/i.test(typed.trim()))
    throw new CommandError('You are not signed in, because the account was not confirmed')
}

async function givenKey(io: CommandIo): Promise<string> {
  const key = (await readText(io, undefined)).trim()
  if (!/^atr_[\x21-\x7e]{8,200}$/.test(key))
    throw new CommandError('The standard input does not contain an API key (atr_…)')
  return key
}

async function keyOfPage(url: string, flags: LoginFlags, io: CommandIo): Promise<string> {
  const keys = await drawLoginKeys()
  const page = new URL('/connect-computer', url)
  page.searchParams.set('key', keys.publicKey)
  page.searchParams.set('name', hostname().slice(0, 60))
  io.error(`Check that the page shows the code ${keys.code}`)
  if (flags['no-browser'] === true) {
    io.error(`Open ${page.href}`)
    const key = await keys.open(await question(io, 'What does the page show? '))
    if (key === undefined)
      throw new CommandError(
        'This text does not belong to this login. Copy it from the page again.',
      )
    return key
  }
  const listener = await listenForKey(keys, io.signal)
  try {
    page.searchParams.set('port', String(listener.port))
    if ((await io.openBrowser?.(page.href)) !== true) io.error(`Open ${page.href}`)
    else io.error('Continue in the browser. If this computer has no browser, use --no-browser.')
    return await listener.answered
  } finally {
    listener.close()
  }
}

async function question(io: CommandIo, text: string): Promise<string> {
  if (io.input === undefined) throw new CommandError('There is no terminal to type an answer')
  const input = Readable.from(io.input)
  const lines = createInterface({ input, ...untilStopped(io) })
  io.error(text.trim())
  try {
    for await (const line of lines) if (line.trim() !== '') return line
    return ''
  } finally {
    lines.close()
    // An open standard input would keep the process alive.
    input.destroy()
  }
}

/** `atrium whoami`: prints whose key this machine uses. */
export async function whoamiCommand({ json }: Flags<never, 'json'>, io: CommandIo): Promise<true> {
  const { url } = await findLogin(io.env)
  const client = await signedInClient(io.env)
  const me = await client.call(getMe, {}, untilStopped(io))
  io.write(json ? JSON.stringify({ url, ...me }, undefined, 2) : `${formatAccount(me)} at ${url}`)
  return true
}

/** `atrium logout`: forgets the key of this machine. */
export async function logoutCommand(_flags: object, io: CommandIo): Promise<true> {
  const login = await forgetLogin(io.env)
  if (login === undefined) io.write('You were not signed in')
  else
    io.write(
      `Signed out. The key works until it expires or you revoke it at ${login.url}/settings/api-keys`,
    )
  return true
}
