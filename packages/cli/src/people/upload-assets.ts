import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AtriumError, type StoredAsset } from '@atrium/sdk'
import { CommandError, type CommandIo, type Flags, untilStopped } from '../command.ts'
import { signedInClient } from '../login/stored-login.ts'
import { oneLine } from '../shown-text.ts'

type UploadFlags = Flags<never, 'private' | 'keep-metadata' | 'json'>

const width = 24

/** Draws the upload progress of a file for `assets upload`. */
export function bar(name: string, sent: number, total: number): string {
  const part = total === 0 ? 1 : Math.min(1, sent / total)
  const full = Math.round(part * width)
  const megabytes = (total / 1e6).toFixed(1)
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(Math.floor(part * 100)).padStart(3)} % of ${megabytes} MB  ${name}`
}

/**
 * `atrium assets upload <file…>`: uploads files one after another. Returns false if one was
 * refused.
 */
export async function uploadCommand(
  flags: UploadFlags,
  io: CommandIo,
  ...files: string[]
): Promise<boolean> {
  const client = await signedInClient(io.env)
  // Opens all files first so that a wrong name fails before anything is sent.
  const opened = await Promise.all(files.map(openFile))
  const stored: StoredAsset[] = []
  for (const [at, file] of files.entries()) {
    const name = basename(file)
    const blob = opened[at] as Blob
    try {
      const asset = await client.assets.upload(blob, {
        fileName: name,
        visibility: flags.private === true ? 'priv' : 'pub',
        keepMetadata: flags['keep-metadata'] === true,
        ...(io.progress === undefined
          ? {}
          : { onProgress: ({ sent, total }) => io.progress?.(bar(name, sent, total)) }),
        ...untilStopped(io),
      })
      stored.push(asset)
      io.progress?.('')
      if (flags.json !== true) io.write(asset.url)
    } catch (error) {
      io.progress?.('')
      // The platform may still accept the other files.
      if (!(error instanceof AtriumError) || ![400, 413, 415].includes(error.status)) throw error
      io.error(oneLine(`${file}: ${error.message}`))
    }
  }
  if (flags.json === true) io.write(JSON.stringify(stored, undefined, 2))
  return stored.length === files.length
}

async function openFile(file: string): Promise<Blob> {
  const isFile = await stat(file).then(
    (facts) => facts.isFile(),
    (error: Error) => {
      throw new CommandError(error.message)
    },
  )
  if (!isFile) throw new CommandError(`${file} is not a file`)
  return openAsBlob(file)
}
