import { createWriteStream, type WriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { StartOptions } from '@atrium/service-kit'
import { renderLogLine } from './log-line.ts'

/** Where everything goes that the platform and its servers have to say. */
export type Log = {
  /** Takes the services' JSON lines: as they are to the file, shortened to the terminal. */
  readonly services: NonNullable<StartOptions['destination']>
  /** Writes at once what the services have said so far. */
  readonly flush: () => void
  /** A line for the person who started it all. */
  readonly say: (line: string) => void
  /** A receiver of one server's lines; they go to a file of its own. */
  readonly server: (name: string) => (line: string) => void
  readonly close: () => Promise<void>
}

const flushMs = 25

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
  // A write per line would cost more than the request that the line is about.
  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const text = waiting.join('')
    waiting = []
    named.get('atrium')?.write(text)
    const lines = text.split('\n').filter((line) => line !== '')
    terminal.write(lines.map((line) => `${renderLogLine(line, terminal.isTTY === true)}\n`).join(''))
  }
  return {
    services: {
      write(text: string) {
        waiting.push(text)
        timer ??= setTimeout(flush, flushMs)
      },
    },
    flush,
    say: (line) => {
      flush()
      terminal.write(`${line}\n`)
    },
    server: (name) => (line) => void named.get(name)?.write(`${line}\n`),
    close: async () => {
      flush()
      await Promise.all(files.map((file) => new Promise((resolve) => file.end(resolve))))
    },
  }
}
