import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dockerAnswers } from '@atrium/dev-servers'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../../scripts/swift-s3.sh')
const installTimeoutMs = 300_000

/**
 * Installs Swift from the system's packages for `findS3Server`: on a Debian system, as root, without Docker and
 * `TEST_S3_ENDPOINT`. Never throws: after a failure one line names the reason and the S3 tests are skipped.
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

/** Whether a command exists. */
async function answers(command: string): Promise<boolean> {
  try {
    await run('which', [command])
    return true
  } catch {
    return false
  }
}
