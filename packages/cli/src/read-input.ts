import { readFile } from 'node:fs/promises'
import { CommandError, type CommandIo } from './command.ts'

/** The most that an operation takes. */
const mostBytes = 8_388_608

/**
 * Reads a JSON object from a file, or from standard input if the name is `-` or missing. Throws a
 * CommandError.
 */
export async function readObject(
  io: CommandIo,
  file: string | undefined,
): Promise<Record<string, unknown>> {
  const text = await readText(io, file)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new CommandError(`${describeSource(file)} is not JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CommandError(`${describeSource(file)} is not a JSON object`)
  }
  return value as Record<string, unknown>
}

/**
 * Reads text from a file or standard input, at most as much as an operation takes. Throws a
 * CommandError.
 */
export async function readText(io: CommandIo, file: string | undefined): Promise<string> {
  if (file !== undefined && file !== '-') {
    const bytes = await readFile(file).catch((error: Error) => {
      throw new CommandError(error.message)
    })
    return decodeText([bytes], file)
  }
  if (io.input === undefined || io.asksPerson === true) {
    throw new CommandError('Give a file, or pass the content on the standard input')
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of io.input) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    chunks.push(bytes)
    size += bytes.length
    if (size > mostBytes) break
  }
  return decodeText(chunks, file)
}

function decodeText(chunks: readonly Uint8Array[], file: string | undefined): string {
  const bytes = Buffer.concat(chunks)
  if (bytes.length > mostBytes)
    throw new CommandError(`${describeSource(file)} is larger than ${mostBytes} bytes`)
  return bytes.toString('utf8')
}

const describeSource = (file: string | undefined): string =>
  file === undefined || file === '-' ? 'The standard input' : file
