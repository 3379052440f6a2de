import { createWriteStream, type WriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { StartOptions } from '@atrium/service-kit'
import { renderLogLine } from './log-line.ts'

/** Where everything goes that the platform and its servers have to say. */
export type Log = {
  /** Takes the services' JSON lines: as they are to the file, shortened to the terminal. */
  readonly services: NonNullable<StartOptions['destination']>
  /** A line for the person who started it all. */
  readonly say: (line: string) => void
  /** A receiver of one server's lines; they go to a file of its own. */
  readonly server: (name: string) => (line: string) => void
  readonly close: () => Promise<void>
}

/** Opens the log files below a folder; those of the run before are kept as `<name>.previous.log`. */
export async function openLog(folder: string, terminal: NodeJS.WriteStream = process.stdout): Promise<Log> {
  // A terminal that went away (`npm start | head`) is no reason to fall over.
  terminal.on('error', () => {})
  const files: WriteStream[] = []
  const open = async (name: string): Promise<WriteStream> => {
    const path = join(folder, `${name}.log`)
    await rename(path, join(folder, `${name}.previous.log`)).catch(() => {})
    const file = createWriteStream(path, { flags: 'a' })
    files.push(file)
    return file
  }
  const named = new Map<string, WriteStream>()
  for (const name of ['atrium', 'postgres', 'nats']) named.set(name, await open(name))
  return {
    services: {
      write(text: string) {
        named.get('atrium')?.write(text)
        for (const line of text.split('\n')) {
          if (line !== '') terminal.write(`${renderLogLine(line, terminal.isTTY === true)}\n`)
        }
      },
    },
    say: (line) => void terminal.write(`${line}\n`),
    server: (name) => (line) => void named.get(name)?.write(`${line}\n`),
    close: async () => {
      await Promise.all(files.map((file) => new Promise((resolve) => file.end(resolve))))
    },
  }
}
