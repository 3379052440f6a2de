import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandError } from '../command.ts'

/**
 * The contents of a backup. The manifest is written last, so a folder without one is an incomplete
 * backup.
 */
export const BackupManifest = z.object({
  format: z.literal(2),
  /** The time of the database snapshot by the database clock. Files were copied afterwards. */
  createdAt: z.string(),
  /** The applied migrations of each service schema, in order. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
    }),
  ),
  /** The last value of each used sequence. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
  /** The organisations whose files the backup holds. Null if the backup was made without files. */
  orgs: z.array(z.string()).nullable(),
  /**
   * The files in the backup and whether they are complete. Null if the backup was made without
   * files.
   */
  files: z
    .object({ count: z.number().int(), bytes: z.number().int(), complete: z.boolean() })
    .nullable(),
})
export type BackupManifest = z.output<typeof BackupManifest>

/** Where a backup keeps its manifest, its files and the rows of a table. */
export const manifestPath = (folder: string): string => join(folder, 'manifest.json')
export const blobsPath = (folder: string): string => join(folder, 'blobs')
export const tablePath = (
  folder: string,
  { schema, name }: { schema: string; name: string },
): string => join(folder, 'database', `${schema}.${name}.jsonl.gz`)

/** Reads the manifest of a complete backup. Throws a CommandError for any other folder. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => {
    throw new CommandError(`${folder} is not a complete backup`)
  })
  try {
    return BackupManifest.parse(JSON.parse(text))
  } catch {
    throw new CommandError(
      `${manifestPath(folder)} is damaged, or another version of atrium wrote it`,
    )
  }
}
