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
      "copies an org's blobs between backends, with TO_DATABASE_URL also their names and tags; a repeated call continues",
    options: {
      org: requiredText('id', 'the organisation'),
      from: requiredText('store', store),
      to: requiredText('store', 'as --from'),
      lane: text('pub|priv', 'one lane alone'),
    },
    load: async () => (await import('./assets/assets-commands.ts')).copyCommand,
  }),
  command({
    name: 'assets orphans',
    summary: 'lists unreferenced blobs; --delete hands them to the release routine',
    options: {
      org: requiredText('id', 'the organisation'),
      from: text('store', store),
      'older-than': text('7d', 'the grace period'),
      delete: flag('releases them'),
      transcripts: flag('files of transcripts instead, which --delete deletes'),
      'item-files': flag('files of items instead, which --delete deletes'),
    },
    load: async () => (await import('./assets/assets-commands.ts')).orphansCommand,
  }),
  command({
    name: 'backup',
    summary: 'writes the database and the files of the platform to a new folder',
    operands: ['<folder>'],
    options: {
      store: text('store', `where its files are: ${store}`),
      'no-files': flag('the database alone'),
    },
    load: async () => (await import('./backup/backup-commands.ts')).backupCommand,
  }),
  command({
    name: 'restore',
    summary: 'replaces what the platform holds by a backup of the same version',
    operands: ['<folder>'],
    options: {
      store: text('store', `where its files go: ${store}`),
      'no-files': flag('the database alone'),
      yes: flag('states that everything may be replaced'),
      'missing-files': flag('goes on though files of the backup are missing'),
      'while-running': flag('goes on beside running services'),
    },
    load: async () => (await import('./backup/backup-commands.ts')).restoreCommand,
  }),
  command({
    name: 'connect rotate-keys',
    summary:
      'reseals stored tokens of an older SOCIAL_TOKEN_ENCRYPTION_KEY; a repeated call continues',
    load: async () => (await import('./connect/rotate-keys.ts')).rotateKeysCommand,
  }),
  command({
    name: 'dead-letters list',
    summary: "lists the services' dead letters",
    options: {
      service: text('name', 'one service alone'),
      show: text('id', 'prints the payload of one'),
    },
    load: async () => (await import('./dead-letters/list-dead-letters.ts')).listCommand,
  }),
  command({
    name: 'dead-letters redrive',
    summary: 'redelivers dead letters once the cause is fixed',
    options: {
      service: requiredText('name', 'the service'),
      id: text('id', 'one dead letter'),
      all: flag('every one'),
      stale: flag('includes events older than 7 days'),
    },
    load: async () => (await import('./dead-letters/redrive-dead-letters.ts')).redriveCommand,
  }),
  command({
    name: 'principal-keys',
    summary: 'prints the PRINCIPAL_KEY of each service, derived from AUTH_SESSION_SECRET',
    options: { service: text('name', 'one service alone') },
    load: async () =>
      (await import('./principal-keys/print-principal-keys.ts')).principalKeysCommand,
  }),
  command({
    name: 'users verify',
    summary: 'marks the address of an account as verified, for a platform that sends no mail',
    operands: ['<email>'],
    load: async () => (await import('./users/verify-user.ts')).verifyCommand,
  }),
]
