import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts an empty disk of limited size, for example `size=2m`, on a new folder. Throws if this process may not mount. */
export function mountSmallDisk(options: string): { folder: string; unmount(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    rmdirSync(folder)
    throw error
  }
  return {
    folder,
    unmount() {
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}

/**
 * Returns why `mountSmallDisk` fails here, or undefined if it works. Root in a container often may
 * not mount.
 */
export function smallDiskRefusal(): string | undefined {
  try {
    mountSmallDisk('size=64k').unmount()
    return undefined
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    return stderr?.toString().trim().split('\n')[0] || message
  }
}
