import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileAnswer } from '@atrium/sdk'
import { CommandError, type CommandIo } from '../command.ts'
import { oneLine } from '../shown-text.ts'

/** Writes a file to `--output`, to the standard output for `-`, else under the proposed name, which must be free. */
export async function writeAnswer(
  io: CommandIo,
  file: FileAnswer,
  output: string | undefined,
): Promise<string> {
  // A terminal would take control characters of a file for its own.
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
    if (error.code === 'EEXIST') throw new CommandError(`${path} exists: name another file with --output`)
    // The beginning of a file looks like all of it.
    if (error.syscall === undefined) await rm(path, { force: true })
    throw error
  })
  return path
}

/** The proposed name as that of a plain, visible file: uploaders choose it. */
const plainName = (name = ''): string => oneLine(name).replace(/^[.\s-]+/, '') || 'answer'
