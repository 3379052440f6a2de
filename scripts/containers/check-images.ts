import { basename } from 'node:path'
import { deployables } from '../services.ts'
import { type Checks, must } from './checks.ts'
import type { Engine } from './engine.ts'

/** The megabytes that an image may add to the Node image. */
const mostMegabytes = 120

/** Looks into each image: its user, its size, its labels, its packages and its command line. */
export async function checkImages(engine: Engine, checks: Checks, say: (line: string) => void) {
  for (const { folder } of deployables) {
    const image = `atrium/${basename(folder)}:latest`
    const inside = (...command: string[]) =>
      engine.run([
        'run',
        '--rm',
        '--read-only',
        '--network',
        'none',
        '--entrypoint',
        '',
        image,
        ...command,
      ])
    await checks.check(`${image} is small, unprivileged and labelled`, async () => {
      const [about] = JSON.parse(await engine.run(['image', 'inspect', image]))
      must(about.Config.User === 'node', `the user is ${about.Config.User}`)
      const labels = about.Config.Labels ?? {}
      must(labels['org.opencontainers.image.licenses'] === 'Apache-2.0', 'no labels')
      const added = megabytesAdded(
        await engine.run([
          'history',
          '--format',
          '{{.Size}} {{.CreatedBy}}',
          '--human=false',
          '--no-trunc',
          image,
        ]),
      )
      say(`      ${image} adds ${added.toFixed(0)} MB to the Node image`)
      must(added < mostMegabytes, `it adds ${added.toFixed(0)} MB`)
    })
    await checks.check(`${image} has no package manager and lists its packages`, async () => {
      const found = await inside(
        'sh',
        '-c',
        'command -v npm npx pnpm yarn corepack apt apt-get dpkg || true',
      )
      must(found === '', `it has ${found}`)
      const list = JSON.parse(await inside('cat', 'sbom.cdx.json'))
      must(list.bomFormat === 'CycloneDX' && list.components.length > 10, 'no bill of materials')
    })
    await checks.check(`${image} brings the operator's commands`, async () => {
      const help = await inside('atrium', '--help')
      for (const command of ['backup', 'restore', 'users', 'dead-letters', 'principal-keys'])
        must(help.includes(command), `atrium --help has no ${command}`)
    })
  }
}

/** Adds the sizes of the layers above the Node image. Its last layer sets the command `node`. */
function megabytesAdded(history: string): number {
  const lines = history.split('\n')
  const ofNode = lines.findIndex((line) => /CMD \["node"\]/.test(line))
  must(ofNode > 0, 'the layers of the Node image were not found')
  const bytes = lines.slice(0, ofNode).map((line) => Number.parseInt(line, 10))
  return bytes.reduce((sum, size) => sum + size, 0) / 1_000_000
}
