import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileAnswer } from '@atrium/sdk'
import { CommandError, type CommandIo } from '../command.ts'
import { oneLine } from '../shown-text.ts'

/**
 * Writes a file to `--output`, or to standard output if that is `-`. Otherwise uses the proposed
 * name, which must be free.
 */
export async function writeAnswer(
  io: CommandIo,
  file: FileAnswer,
  output: string | undefined,
): Promise<string> {
  // A terminal would execute control characters from the file.
  if (output === '-' && io.columns !== undefined) {
    io.write(await file.text())
    return 'the standard output'
  }
  if (output === '-') {
    for await (const bytes of Readable.from(file.stream)) await io.writeBytes?.(bytes as Uint8Array)
    return 'the standard output'
  }
  const path = output ?? plainName(file.fileName)
  await pipeline(
    Readable.from(file.stream),
    createWriteStream(path, { flags: output === undefined ? 'wx' : 'w' }),
  ).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new CommandError(`${path} exists: name another file with --output`)
    // Removes a partial file, because it looks like a complete one.
    if (error.syscall === undefined) await rm(path, { force: true })
    throw error
  })
  return path
}

/** Makes a plain, visible file name, because uploaders choose the proposed name. */
const plainName = (name = ''): string => oneLine(name).replace(/^[.\s-]+/, '') || 'answer'
