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
  return lines.slice(0, ofNode).reduce((sum, line) => sum + megabytes(line), 0)
}

const units: Readonly<Record<string, number>> = { k: 0.001, M: 1, G: 1000 }

/** Reads a size as the engines print it: `11 MB` or a number of bytes. */
function megabytes(line: string): number {
  const [, amount = '0', unit = ''] = /^([\d.]+) ?([kMG]?)B? /.exec(line) ?? []
  return Number(amount) * (units[unit] ?? 0.000_001)
}
