import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Takes a lock file for this process. Returns `{ release }`, or `{ heldBy }` with the process id of its living
 * holder. Takes over the lock if its holder has died or another process now has its id.
 */
export async function takeLock(path) {
  const mine = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
  await writeFile(mine, JSON.stringify(await identity(process.pid)), { mode: 0o644 })
  try {
    for (;;) {
      try {
        await link(mine, path)
        return { release: () => rm(path, { force: true }) }
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const text = await readFile(path, 'utf8').catch(() => undefined)
      if (text === undefined) continue
      const holder = parse(text)
      if (await isAlive(holder)) return { heldBy: holder.pid }
      await remove(path, text)
    }
  } finally {
    await rm(mine, { force: true })
  }
}

/** Waits for the lock and runs the work while holding it. */
export async function whileLocked(path, work) {
  let said = false
  for (;;) {
    const lock = await takeLock(path)
    if (lock.heldBy === undefined) {
      try {
        return await work()
      } finally {
        await lock.release()
      }
    }
    if (!said) console.log(`atrium: waiting for another installation (process ${lock.heldBy})`)
    said = true
    await sleep(300)
  }
}

/** Removes only the stale lock that we read. If another process has taken the lock meanwhile, puts it back. */
async function remove(path, text) {
  const aside = `${path}.stale.${process.pid}.${Math.random().toString(36).slice(2)}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
}

async function identity(pid) {
  // Field 22 of stat is the process's start time in ticks since boot. The name in parentheses may contain anything.
  return { pid, started: (await stat(pid))[19] ?? null }
}

async function stat(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

async function isAlive(holder) {
  if (holder.pid === undefined) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  const [state, started] = await stat(holder.pid).then((fields) => [fields[0], fields[19] ?? null])
  // A killed process is a zombie until its parent notices. It no longer holds the lock.
  return state !== 'Z' && started === holder.started
}

function parse(text) {
  try {
    const { pid, started } = JSON.parse(text)
    return Number.isInteger(pid) && pid > 0 ? { pid, started: started ?? null } : {}
  } catch {
    return {}
  }
}
