import { fileURLToPath } from 'node:url'
import { playContainers } from './containers/play-containers.ts'
import { succeeded, summaryLines } from './test/tally.ts'

// `npm run containers` builds the images, starts the platform from infra/compose.yaml, uses it through
// its gateway, backs it up and restores it elsewhere. It needs a container engine: the one at
// DOCKER_HOST, Docker, or Podman. `--built` takes the images that are there. Variables of
// infra/.env.example apply, for example for other servers.
const options = { root: fileURLToPath(new URL('..', import.meta.url)) }
try {
  const isBuilt = process.argv.includes('--built')
  const tally = await playContainers({ ...options, isBuilt, say: console.log })
  for (const line of summaryLines(tally)) console.log(line)
  process.exit(succeeded(tally) ? 0 : 1)
} catch (error) {
  console.error(`atrium: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
