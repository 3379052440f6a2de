import { type Command, commandFor, flag, requiredText, text } from './command.ts'

const store =
  'a directory, http(s)://host[:port]/bucket, or "configured" (ASSETS_UPLOAD_DIR or ASSETS_S3_*)'

const command = commandFor('operators')

/**
 * The operator commands. They work on a platform's database, NATS and stores directly, not through
 * its API.
 */
export const operatorCommands: readonly Command[] = [
  command({
    name: 'assets copy',
    summary:
      "copy an organisation's files to another store, with TO_DATABASE_URL also their names and tags; repeat it to continue",
    options: {
      org: requiredText('id', 'organisation id'),
      from: requiredText('store', store),
      to: requiredText('store', 'target, written like --from'),
      lane: text('pub|priv', 'only public or only private files'),
    },
    load: async () => (await import('./assets/assets-commands.ts')).copyCommand,
  }),
  command({
    name: 'assets orphans',
    summary: 'list files without a reference; --delete releases them',
    options: {
      org: requiredText('id', 'organisation id'),
      from: text('store', store),
      'older-than': text('7d', 'minimum age; 7d by default'),
      delete: flag('release the listed files'),
      transcripts: flag('list transcript files instead; --delete deletes them'),
      'item-files': flag('list workflow item files instead; --delete deletes them'),
    },
    load: async () => (await import('./assets/assets-commands.ts')).orphansCommand,
  }),
  command({
    name: 'backup',
    summary: 'write the database and the files of the platform to a new folder',
    operands: ['<folder>'],
    options: {
      store: text('store', `store of the files: ${store}`),
      'no-files': flag('only the database'),
    },
    load: async () => (await import('./backup/backup-commands.ts')).backupCommand,
  }),
  command({
    name: 'restore',
    summary: 'replace the contents of the platform with a backup of the same version',
    operands: ['<folder>'],
    options: {
      store: text('store', `store for the files: ${store}`),
      'no-files': flag('only the database'),
      yes: flag('confirm that everything is replaced'),
      'missing-files': flag('continue if files of the backup are missing'),
      'while-running': flag('continue while services are running'),
    },
    load: async () => (await import('./backup/backup-commands.ts')).restoreCommand,
  }),
  command({
    name: 'connect rotate-keys',
    summary:
      're-encrypt tokens that use an older SOCIAL_TOKEN_ENCRYPTION_KEY; repeat it to continue',
    load: async () => (await import('./connect/rotate-keys.ts')).rotateKeysCommand,
  }),
  command({
    name: 'dead-letters list',
    summary: 'list dead letters',
    options: {
      service: text('name', 'only this service'),
      show: text('id', 'print the payload of this dead letter'),
    },
    load: async () => (await import('./dead-letters/list-dead-letters.ts')).listCommand,
  }),
  command({
    name: 'dead-letters redrive',
    summary: 'redeliver dead letters after you have fixed the cause',
    options: {
      service: requiredText('name', 'service of the dead letters'),
      id: text('id', 'only this dead letter'),
      all: flag('all dead letters'),
      stale: flag('include events older than 7 days'),
    },
    load: async () => (await import('./dead-letters/redrive-dead-letters.ts')).redriveCommand,
  }),
  command({
    name: 'principal-keys',
    summary: 'print the PRINCIPAL_KEY of each service, derived from AUTH_SESSION_SECRET',
    options: { service: text('name', 'only this service') },
    load: async () =>
      (await import('./principal-keys/print-principal-keys.ts')).principalKeysCommand,
  }),
  command({
    name: 'users verify',
    summary: 'mark the email address of an account as verified if the platform sends no mail',
    operands: ['<email>'],
    load: async () => (await import('./users/verify-user.ts')).verifyCommand,
  }),
]
