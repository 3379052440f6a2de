import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { deployables } from '../services.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const recipe = readFileSync(join(root, 'infra/Dockerfile'), 'utf8')
const stages = recipe.split(/^(?=FROM )/m).slice(1)
const [built = '', runtime = '', image = ''] = stages

test('installs and bundles once for all services', () => {
  expect(stages).toHaveLength(3)
  expect(built).toMatch(/^COPY \. \.$/m)
  expect(recipe.match(/pnpm install/g)).toHaveLength(1)
  // A variable of one service would rebuild everything for each of them.
  expect(built + runtime).not.toContain('ARG SERVICE')
})

test.each(deployables)('takes $name from its folder below services', ({ folder }) => {
  expect(folder).toBe(`services/${basename(folder)}`)
  expect(image).toContain(`COPY --from=built /build/services/\${SERVICE}/dist/ ./`)
})

test('removes the package managers from the image', () => {
  expect(image).toMatch(/^FROM runtime$/m)
  for (const name of ['node_modules', 'np[mx]', 'corepack', 'yarn*', 'apt*', 'dpkg*'])
    expect(runtime).toContain(`/${name}`)
})

test('runs as an unprivileged user and says what it contains', () => {
  expect(image).toMatch(/^USER node$/m)
  for (const label of ['title', 'description', 'licenses', 'version', 'revision'])
    expect(image).toContain(`org.opencontainers.image.${label}=`)
  expect(built).toContain('sbom.cdx.json')
})

test('gives the version of the platform to the image', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(image).toContain(`ARG VERSION=${version}\n`)
})
