import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@atrium/sdk'
import { z } from 'zod'
import { CommandError, type CommandIo } from '../command.ts'

const Login = z.object({ url: z.url({ protocol: /^https?$/ }), apiKey: z.string().min(1) })

export type Login = z.output<typeof Login>

/** Returns the user's settings folder. */
export const settingsFolder = (env: CommandIo['env']): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'atrium')

const loginFile = (env: CommandIo['env']): string => join(settingsFolder(env), 'login.json')

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Checks a platform address: `https`, or `http` if it is this machine or `plain` is true. Throws a
 * CommandError.
 */
export function platformUrl(text: string, plain = false): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== ''
  ) {
    throw new CommandError(`${text} is not the http(s) address of a platform`)
  }
  if (url.protocol === 'http:' && !plain && !loopback.test(url.hostname)) {
    throw new CommandError(
      `The connection to ${url.origin} is not encrypted. Use https, or allow it with --plain-http (ATRIUM_PLAIN_HTTP=true).`,
    )
  }
  return url.origin
}

/** Returns true if the environment allows unencrypted keys to another machine. */
export const allowsPlainHttp = (env: CommandIo['env']): boolean =>
  env['ATRIUM_PLAIN_HTTP'] === 'true'

/**
 * Returns the login from `ATRIUM_URL` and `ATRIUM_API_KEY`, or the stored login. Throws a
 * CommandError if there is none.
 */
export async function findLogin(env: CommandIo['env']): Promise<Login> {
  const { ATRIUM_URL: url, ATRIUM_API_KEY: apiKey } = env
  if (url && apiKey) return { url: platformUrl(url, allowsPlainHttp(env)), apiKey }
  const stored = await readLogin(env)
  if (stored === undefined) {
    throw new CommandError(
      'You are not signed in. Run atrium login <url>, or set ATRIUM_URL and ATRIUM_API_KEY.',
    )
  }
  if (url && platformUrl(url, true) !== stored.url) {
    throw new CommandError(
      `The stored key belongs to ${stored.url}, not to ATRIUM_URL. Run atrium login ${url}.`,
    )
  }
  return apiKey ? { ...stored, apiKey } : stored
}

async function readLogin(env: CommandIo['env']): Promise<Login | undefined> {
  const text = await readFile(loginFile(env), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new CommandError(`${loginFile(env)} cannot be read`)
  })
  if (text === undefined) return undefined
  try {
    return Login.parse(JSON.parse(text))
  } catch {
    throw new CommandError(`${loginFile(env)} is damaged. Run atrium login again.`)
  }
}

/** Returns the platform that this machine is signed in to, or undefined. */
export const storedUrl = async (env: CommandIo['env']): Promise<string | undefined> =>
  (await readLogin(env).catch(() => undefined))?.url

/** Stores the login in a file that only this user can read. */
export async function storeLogin(env: CommandIo['env'], login: Login): Promise<void> {
  await mkdir(settingsFolder(env), { recursive: true, mode: 0o700 })
  const unfinished = `${loginFile(env)}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(login)}\n`, { mode: 0o600 })
  await rename(unfinished, loginFile(env))
}

/** Forgets and returns the stored login. */
export async function forgetLogin(env: CommandIo['env']): Promise<Login | undefined> {
  const stored = await readLogin(env).catch(() => undefined)
  await rm(loginFile(env), { force: true })
  return stored
}

/** Returns a client for the signed-in user. Throws a CommandError if nobody is signed in. */
export async function signedInClient(env: CommandIo['env']): Promise<Client> {
  const { url, apiKey } = await findLogin(env)
  return createClient({ baseUrl: url, apiKey })
}
