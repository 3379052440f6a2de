import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dockerAnswers, freePort } from '@atrium/dev-servers'
import { ContainerUnavailable } from '@atrium/testkit/containers'
import { startS3Container } from './s3-container.ts'

export interface S3Server {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly credentials: { accessKey: string; secretKey: string }
  stop(): Promise<void>
}

const script = join(import.meta.dirname, '../../../scripts/swift-s3.sh')
const run = promisify(execFile)

/**
 * Returns a real S3-compatible server: the one in `TEST_S3_ENDPOINT`, else a container if Docker
 * responds and has or can pull the image, else Swift if its packages are installed
 * (`scripts/swift-s3.sh install`). Returns undefined if none is available.
 */
export async function findS3Server(): Promise<S3Server | undefined> {
  if (process.env['TEST_S3_ENDPOINT']) return buildServer(process.env, async () => undefined)
  const contained = await inContainer()
  if (contained) return contained
  if (!isInstalled('swift-proxy-server')) return undefined
  const directory = await mkdtemp(join(tmpdir(), 'atrium-swift-'))
  const env = { ...process.env, SWIFT_PORT: String(await freePort()) }
  const { stdout } = await run(script, ['start', directory], { env, timeout: 90_000 })
  const variables = Object.fromEntries(stdout.split('\n').map((line) => line.split('=', 2)))
  // Swift's processes do not exit with this one.
  const stopNow = (): void => void execFileSync(script, ['stop', directory])
  process.once('exit', stopNow)
  return buildServer(variables, async () => {
    process.off('exit', stopNow)
    await run(script, ['stop', directory])
    await rm(directory, { recursive: true, force: true })
  })
}

async function inContainer(): Promise<S3Server | undefined> {
  if (!(await dockerAnswers(process.env['DOCKER_HOST']))) return undefined
  try {
    return await startS3Container()
  } catch (error) {
    if (!(error instanceof ContainerUnavailable)) throw error
    console.warn(
      `${error.message}; the S3 tests use Swift where it is installed and are skipped elsewhere`,
    )
    return undefined
  }
}

function isInstalled(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const buildServer = (variables: NodeJS.ProcessEnv, stop: () => Promise<void>): S3Server => ({
  endpoint: variables['TEST_S3_ENDPOINT'] ?? '',
  bucket: variables['TEST_S3_BUCKET'] ?? 'atrium-test',
  region: variables['TEST_S3_REGION'] ?? 'us-east-1',
  credentials: {
    accessKey: variables['TEST_S3_ACCESS_KEY'] ?? '',
    secretKey: variables['TEST_S3_SECRET_KEY'] ?? '',
  },
  stop,
})
