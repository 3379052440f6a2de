import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dockerAnswers } from '@atrium/dev-servers'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../../scripts/swift-s3.sh')
const installTimeoutMs = 300_000

/**
 * Sees to it that `findS3Server` finds one where that needs nobody's help: on a Debian system, as root, with no
 * Docker and no `TEST_S3_ENDPOINT`, Swift is installed from the system's packages. Never throws: when it cannot be
 * had, one line says why and the tests that need it are skipped with their reason.
 */
export async function bringS3Server(log: (line: string) => void): Promise<void> {
  if (process.env['TEST_S3_ENDPOINT'] || process.getuid?.() !== 0 || !(await answers('apt-get'))) return
  if ((await answers('swift-proxy-server')) || (await dockerAnswers(process.env['DOCKER_HOST']))) return
  log('no S3 server for the tests: getting Swift with apt-get')
  try {
    await run(script, ['install'], { timeout: installTimeoutMs })
  } catch (error) {
    log(`Swift could not be installed: ${error instanceof Error ? error.message.trim() : String(error)}`)
  }
}

/** Whether there is such a command; what it makes of the question does not matter. */
async function answers(command: string): Promise<boolean> {
  try {
    await run('which', [command])
    return true
  } catch {
    return false
  }
}
