import { createWriteStream, type WriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { StartOptions } from '@atrium/service-kit'
import { renderLogLine } from './log-line.ts'

/** The log files and the terminal output of the platform and its servers. */
export type Log = {
  /**
   * The destination for the services' JSON lines: unchanged in the file, shortened in the terminal.
   */
  readonly services: NonNullable<StartOptions['destination']>
  /** Writes the services' buffered lines. */
  readonly flush: () => void
  /** Writes a line to the terminal. */
  readonly say: (line: string) => void
  /** Returns a receiver for one server's lines. It writes them to a separate file. */
  readonly server: (name: string) => (line: string) => void
  readonly close: () => Promise<void>
}

const flushMs = 25

/** Opens the log files in a folder. The files of the previous run become `<name>.previous.log`. */
export async function openLog(
  folder: string,
  terminal: NodeJS.WriteStream = process.stdout,
): Promise<Log> {
  // A closed terminal (`npm start | head`) must not stop the platform.
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
  // Lines are written in batches, because a write per line costs more than its request.
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
    terminal.write(
      lines.map((line) => `${renderLogLine(line, terminal.isTTY === true)}\n`).join(''),
    )
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
