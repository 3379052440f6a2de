import { writeFile } from 'node:fs/promises'
import * as contracts from '@atrium/contracts'
import { readFile } from '@atrium/sdk'
import { CommandError, type CommandIo, type Flags, untilStopped } from '../command.ts'
import { signedInClient } from '../login/stored-login.ts'
import { readObject } from '../read-input.ts'
import { writeRecords } from './tables.ts'
import { writeAnswer } from './write-file.ts'

type ApiFlags = Flags<'body' | 'output' | 'idempotency-key' | 'if-match', 'json'> & {
  param?: string[] | undefined
  query?: string[] | undefined
}

/**
 * `atrium api [operation]`: calls an API operation by its id, or lists the operations if none is
 * given.
 */
export async function apiCommand(flags: ApiFlags, io: CommandIo, id?: string): Promise<boolean> {
  const operations = contracts.operationsIn(contracts).filter(isCallable)
  if (id === undefined) {
    writeRecords(
      io,
      flags.json === true,
      operations
        .map(({ id: name, method, path, summary }) => ({ id: name, method, path, summary }))
        .sort((one, other) => one.path.localeCompare(other.path)),
      {
        operation: ({ id: name }) => name,
        method: ({ method }) => method.toUpperCase(),
        path: ({ path }) => path,
        summary: ({ summary }) => summary,
      },
    )
    return true
  }
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined)
    throw new CommandError(`There is no operation ${id}. List the operations with atrium api.`)
  if (flags['idempotency-key'] !== undefined && operation.idempotent !== true)
    throw new CommandError(`${id} does not support --idempotency-key`)
  const params = parsePairs('param', flags.param)
  const paramNames = Object.keys(operation.params?.shape ?? {})
  const missing = paramNames.filter((name) => params[name] === undefined)
  if (missing.length > 0) throw new CommandError(`--param ${missing[0]}=… is missing`)
  const unknown = Object.keys(params).filter((name) => !paramNames.includes(name))
  if (unknown.length > 0) throw new CommandError(`${id} has no parameter ${unknown[0]}`)
  if (flags.body !== undefined && operation.body === undefined)
    throw new CommandError(`${id} does not take a --body`)
  if (flags.body === undefined && operation.body !== undefined && operation.bodyOptional !== true)
    throw new CommandError(
      `${id} needs JSON. Use --body <file>, or --body - for the standard input.`,
    )
  const input = {
    params,
    query: parsePairs('query', flags.query),
    ...(flags.body === undefined ? {} : { body: await readObject(io, flags.body) }),
  }
  const options = {
    ...(flags['idempotency-key'] === undefined ? {} : { idempotencyKey: flags['idempotency-key'] }),
    ...(flags['if-match'] === undefined ? {} : { ifMatch: flags['if-match'] }),
    ...untilStopped(io),
  }
  const client = await signedInClient(io.env)
  const kinds = Object.values(operation.responses)
  if (kinds.some(({ content }) => content !== undefined)) {
    const file = await readFile(client, operation, input as never, options)
    const text = /^text\/|json|xml/.test(file.contentType)
    const where = await writeAnswer(io, file, flags.output ?? (text ? '-' : undefined))
    if (where !== 'the standard output') io.error(`Written to ${where}`)
    return true
  }
  const answer: unknown = await client.call(operation, input as never, options)
  if (answer === undefined) return true
  const text = JSON.stringify(answer, undefined, 2)
  if (flags.output === undefined || flags.output === '-') io.write(text)
  else {
    await writeFile(flags.output, `${text}\n`)
    io.error(`Written to ${flags.output}`)
  }
  return true
}

/**
 * Returns true if a program can call the operation: JSON body, no redirect response for a browser.
 */
const isCallable = ({ rawBody, responses }: contracts.Operation): boolean =>
  rawBody === undefined && Object.keys(responses).some((status) => status.startsWith('2'))

function parsePairs(
  flag: string,
  given: readonly string[] = [],
): Record<string, string | string[]> {
  const pairs: Record<string, string | string[]> = Object.create(null) as Record<
    string,
    string | string[]
  >
  for (const text of given) {
    const at = text.indexOf('=')
    if (at < 1) throw new CommandError(`--${flag} must be name=value`)
    const [name, value] = [text.slice(0, at), text.slice(at + 1)]
    const before = pairs[name]
    pairs[name] = before === undefined ? value : [before, value].flat()
  }
  return pairs
}
