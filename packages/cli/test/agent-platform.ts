import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentRun, AppendTranscript, FinishAgentRun, TranscriptEntry } from '@atrium/contracts'

/** The stand-in's view of one queued run. */
export interface StandInRun {
  id: string
  lease: string
  entries: TranscriptEntry[]
  ends: FinishAgentRun[]
  beats: number
  cancelRequested: boolean
  lost: boolean
  /** The number of entries that the run accepts. */
  room: number
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString())
}

/** Starts the agent API on its own port. `fail` cuts connections like a restart does. */
export async function startAgentPlatform() {
  const queue: AgentRun[] = []
  const runs = new Map<string, StandInRun>()
  let failing = 0
  let failuresAfterEffect = 0
  let mostOpen = 0
  const claims: unknown[] = []
  const open = new Set<string>()
  const server = createServer((request, response) => {
    const answer = (status: number, body?: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    }
    const refuse = (code: string): void =>
      answer(409, {
        type: 'about:blank',
        title: code,
        status: 409,
        detail: code,
        code,
        requestId: 'r',
      })
    void (async () => {
      const given = await readBody(request)
      const [, , , id = '', verb = ''] = (request.url ?? '').split('/')
      if (failing > 0 && verb === 'transcript') {
        failing -= 1
        request.socket.destroy()
        return
      }
      if (id === 'claim') {
        claims.push(given)
        const next = queue.shift()
        if (next !== undefined) open.add(next.id)
        mostOpen = Math.max(mostOpen, open.size)
        if (next === undefined) setTimeout(() => answer(204), 50)
        else answer(200, { run: next, lease: runs.get(next.id)?.lease })
        return
      }
      const run = runs.get(id)
      if (run === undefined || run.lost || request.headers['x-lease'] !== run.lease)
        return refuse('lease_lost')
      if (verb === 'heartbeat') {
        run.beats += 1
        answer(200, {
          leaseExpiresAt: new Date().toISOString(),
          cancelRequested: run.cancelRequested,
        })
      } else if (verb === 'transcript') {
        const { from, entries } = given as AppendTranscript
        if (from > run.entries.length) return refuse('transcript_gap')
        if (from + entries.length > run.room) return refuse('transcript_quota')
        run.entries.push(...entries.slice(run.entries.length - from))
        if (failuresAfterEffect > 0) {
          failuresAfterEffect -= 1
          request.socket.destroy()
        } else answer(200, { next: run.entries.length })
      } else {
        run.ends.push(given as FinishAgentRun)
        run.lost = true
        open.delete(id)
        answer(200, {})
      }
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let count = 0
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims,
    queue(prompt: string, workspace: string | null = null): StandInRun {
      count += 1
      const id = `arun_${count}`
      const run = {
        id,
        lease: `lease_${count}`,
        entries: [],
        ends: [],
        beats: 0,
        cancelRequested: false,
        lost: false,
        room: Number.POSITIVE_INFINITY,
      }
      runs.set(id, run)
      queue.push({ id, kind: 'implement', prompt, workspace, taskId: 'task_1' } as AgentRun)
      return run
    },
    /** Cuts the connection of the next transcript calls, before or after their effect. */
    fail(times: number, after = 0): void {
      failing = times
      failuresAfterEffect = after
    },
    /** Failures still to come, before and after an effect. */
    failuresLeft: (): [number, number] => [failing, failuresAfterEffect],
    /** The highest number of claimed and unfinished runs so far. */
    mostOpen: (): number => mostOpen,
    async stop(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
