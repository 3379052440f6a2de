import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

const word = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '')

// A process id means something only within one boot of one machine and one pid namespace.
function pidSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 8)
    return word(`${boot}${readlinkSync('/proc/self/ns/pid')}`)
  } catch {
    return word(hostname())
  }
}

const space = pidSpace()

/** A name for this process, unique for ever: `<pid space>-<pid>-<random>`. Safe in a file name. */
export const processIdentity = `${space}-${process.pid}-${randomBytes(8).toString('hex')}`

/**
 * Whether the process of this identity is certainly gone. False also means "cannot tell": it may run on
 * another machine, or its number may have been given to a new process.
 */
export function isGone(identity: string): boolean {
  const [itsSpace, pid] = identity.split('-')
  if (itsSpace !== space || !pid || !/^[1-9][0-9]*$/.test(pid)) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
