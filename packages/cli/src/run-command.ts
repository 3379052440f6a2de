import { parseArgs } from 'node:util'
import { AppError } from '@atrium/contracts'
import { type AssetFlags, copyCommand, orphansCommand } from './assets/assets-commands.ts'
import { CommandError, type CommandIo } from './command.ts'
import { rotateKeysCommand } from './connect/rotate-keys.ts'
import type { DeadLetterFlags } from './dead-letters/dead-letter-flags.ts'
import { listCommand } from './dead-letters/list-dead-letters.ts'
import { redriveCommand } from './dead-letters/redrive-dead-letters.ts'
import { principalKeysCommand } from './principal-keys/print-principal-keys.ts'
import { verifyCommand } from './users/verify-user.ts'

const usage = `usage:
  atrium assets copy --org <id> --from <store> --to <store> [--lane pub|priv]
      copies an org's blobs between backends; a repeated call continues an interrupted copy
  atrium assets orphans --org <id> [--from <store>] [--older-than 7d] [--delete]
      lists unreferenced blobs; --delete hands them to the release routine
  atrium connect rotate-keys
      reseals stored tokens of an older SOCIAL_TOKEN_ENCRYPTION_KEY; a repeated call continues
  atrium dead-letters list [--service <name>] [--show <id>]
      lists the services' dead letters; --show prints the payload of one
  atrium dead-letters redrive --service <name> (--id <id> | --all) [--stale]
      redelivers dead letters once the cause is fixed; --stale includes events older than 7 days
  atrium principal-keys [--service <name>]
      prints the PRINCIPAL_KEY of each service, derived from AUTH_SESSION_SECRET
  atrium users verify <email>
      marks the address of an account as verified, for a platform that sends no mail
  <store>: a directory, http(s)://host[:port]/bucket, or "configured" (ASSETS_UPLOAD_DIR or ASSETS_S3_*)`

type Command = (flags: AssetFlags & DeadLetterFlags, io: CommandIo, operand: string) => Promise<boolean>

/** The commands that take an operand after their two words. */
const withOperand: ReadonlySet<string> = new Set(['users verify'])

const commands: Readonly<Record<string, Command>> = {
  'assets copy': copyCommand,
  'assets orphans': orphansCommand,
  'connect rotate-keys': rotateKeysCommand,
  'dead-letters list': listCommand,
  'dead-letters redrive': redriveCommand,
  'principal-keys': principalKeysCommand,
  'users verify': verifyCommand,
}

/** Runs one command line and answers its exit code: 0 done, 1 not all of it, 2 called wrongly. */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        org: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        lane: { type: 'string' },
        'older-than': { type: 'string' },
        delete: { type: 'boolean' },
        service: { type: 'string' },
        show: { type: 'string' },
        id: { type: 'string' },
        all: { type: 'boolean' },
        stale: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { help, ...flags } = values
    const name = positionals.slice(0, 2).join(' ')
    const operands = positionals.slice(2)
    const command = operands.length === (withOperand.has(name) ? 1 : 0) ? commands[name] : undefined
    if (help || !command) {
      io.error(usage)
      return help ? 0 : 2
    }
    return (await command(flags, io, operands[0] ?? '')) ? 0 : 1
  } catch (error) {
    if (error instanceof CommandError || error instanceof AppError) {
      io.error(`atrium: ${error.message}`)
      return error instanceof AppError ? 1 : 2
    }
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      io.error(`atrium: ${error.message}`)
      return 2
    }
    throw error
  }
}
