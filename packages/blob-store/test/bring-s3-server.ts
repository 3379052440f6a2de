import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dockerAnswers } from '@atrium/dev-servers'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../../scripts/swift-s3.sh')
const installTimeoutMs = 300_000

/**
 * Installs Swift from the system's packages for `findS3Server`, if this is a Debian system, the
 * user is root, and there is neither Docker nor `TEST_S3_ENDPOINT`. Never throws. If the
 * installation fails, it logs one line with the reason and the S3 tests are skipped.
 */
export async function bringS3Server(log: (line: string) => void): Promise<void> {
  if (process.env['TEST_S3_ENDPOINT'] || process.getuid?.() !== 0 || !(await answers('apt-get')))
    return
  if ((await answers('swift-proxy-server')) || (await dockerAnswers(process.env['DOCKER_HOST'])))
    return
  log('no S3 server for the tests: getting Swift with apt-get')
  try {
    await run(script, ['install'], { timeout: installTimeoutMs })
  } catch (error) {
    log(
      `Swift could not be installed: ${error instanceof Error ? error.message.trim() : String(error)}`,
    )
  }
}

/** Returns true if a command exists. */
async function answers(command: string): Promise<boolean> {
  try {
    await run('which', [command])
    return true
  } catch {
    return false
  }
}
