import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandError } from '../command.ts'

/** The contents of a backup; the file is written last, so that a folder without it is no complete backup. */
export const BackupManifest = z.object({
  format: z.literal(2),
  /** The moment of the database's snapshot, by the clock of the database. The files were copied afterwards. */
  createdAt: z.string(),
  /** The applied migrations of each service's schema, in order. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
    }),
  ),
  /** The last value of each sequence that has one. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
  /** The organisations whose files the backup holds; null when it was made without files. */
  orgs: z.array(z.string()).nullable(),
  /** The files that it holds, and whether they are all that there were; null when it was made without files. */
  files: z.object({ count: z.number().int(), bytes: z.number().int(), complete: z.boolean() }).nullable(),
})
export type BackupManifest = z.output<typeof BackupManifest>

export const manifestPath = (folder: string): string => join(folder, 'manifest.json')
export const blobsPath = (folder: string): string => join(folder, 'blobs')
export const tablePath = (folder: string, { schema, name }: { schema: string; name: string }): string =>
  join(folder, 'database', `${schema}.${name}.jsonl.gz`)

/** Reads the manifest of a complete backup. Throws a CommandError for any other folder. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => {
    throw new CommandError(`${folder} is not a complete backup`)
  })
  try {
    return BackupManifest.parse(JSON.parse(text))
  } catch {
    throw new CommandError(`${manifestPath(folder)} is damaged, or of another version of atrium`)
  }
}
