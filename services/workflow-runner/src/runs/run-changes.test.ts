import { eventually } from '@atrium/testkit'
import { expect, it } from 'vitest'
import { createRunChanges, type RunChange, type RunLook } from './run-changes.ts'

const key = { orgId: 'org_1', workflowId: 'wf_1', runId: 'run_1' }
const forever = () => new AbortController().signal

/** Returns a run for tests to change, and counts its reads. */
function aRun(everyMs = 5) {
  const state = { header: 'queued', over: false, nodes: new Map<string, string>(), gone: false }
  const listeners = new Set<(nodeId: string, text: string) => void>()
  const ends = new Set<() => void>()
  const read = { looks: 0, nodes: [] as string[] }
  const reader = {
    async look(): Promise<RunLook | undefined> {
      read.looks += 1
      return state.gone
        ? undefined
        : { header: state.header, over: state.over, stamps: new Map(state.nodes) }
    },
    async nodes(_key: unknown, ids: readonly string[]) {
      read.nodes.push(...ids)
      return ids.map((id) => ({ id, data: `${id} ${state.nodes.get(id)}` }))
    },
    texts(_key: unknown, listener: (nodeId: string, text: string) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    end(_key: unknown, listener: () => void) {
      ends.add(listener)
      return () => void ends.delete(listener)
    },
    withText: (data: string, text: string) =>
      data.endsWith('running') ? `${data}: ${text}` : undefined,
  }
  const write = (nodeId: string, text: string): void => {
    for (const listener of listeners) listener(nodeId, text)
  }
  const end = (): void => {
    for (const listener of ends) listener()
  }
  return { state, read, write, end, listeners, ...createRunChanges(reader, everyMs) }
}

function watching(changes: AsyncGenerator<RunChange | undefined>) {
  const seen: string[] = []
  const ended = (async () => {
    for await (const change of changes) if (change !== undefined) seen.push(change.data)
  })()
  return { seen, ended }
}

it('reads a run once for all watchers and a node only if it changed', async () => {
  const run = aRun()
  run.state.nodes.set('a', 'running')
  const many = Array.from({ length: 50 }, () => watching(run.changes(key, 60_000, forever())))
  await eventually(() => {
    for (const { seen } of many) expect(seen).toEqual(['queued', 'a running'])
  })
  expect(run.size()).toBe(1)
  const before = run.read.looks
  await eventually(() => expect(run.read.looks).toBeGreaterThan(before + 3))
  expect(run.read.nodes).toEqual(['a'])
  run.state.nodes.set('b', 'running')
  run.state.nodes.set('a', 'completed')
  await eventually(() => expect(many[0]?.seen).toHaveLength(4))
  run.state.header = 'completed'
  run.state.over = true
  await Promise.all(many.map(({ ended }) => ended))
  for (const { seen } of many)
    expect(seen).toEqual(['queued', 'a running', 'a completed', 'b running', 'completed'])
  expect(run.read.nodes).toEqual(['a', 'a', 'b'])
  await eventually(() => expect(run.size()).toBe(0))
})

it('sends the whole state to a late watcher with the end of the run last', async () => {
  const run = aRun()
  const first = watching(run.changes(key, 60_000, forever()))
  run.state.nodes.set('a', 'running')
  await eventually(() => expect(first.seen).toContain('a running'))
  const late = watching(run.changes(key, 60_000, forever()))
  await eventually(() => expect(late.seen).toEqual(['queued', 'a running']))
  run.state.nodes.set('a', 'completed')
  run.state.header = 'completed'
  run.state.over = true
  await Promise.all([first.ended, late.ended])
  expect(late.seen).toEqual(['queued', 'a running', 'a completed', 'completed'])
  const after = watching(run.changes(key, 60_000, forever()))
  await after.ended
  expect(after.seen).toEqual(['a completed', 'completed'])
})

it('reads nothing without watchers and ends the stream if the run is deleted', async () => {
  const run = aRun()
  const leaving = new AbortController()
  const { seen, ended } = watching(run.changes(key, 60_000, leaving.signal))
  await eventually(() => expect(seen).toEqual(['queued']))
  leaving.abort()
  await ended
  await eventually(() => expect(run.size()).toBe(0))
  const other = watching(run.changes(key, 60_000, forever()))
  await eventually(() => expect(other.seen).toEqual(['queued']))
  run.state.gone = true
  await other.ended
})

it('sends the end of a run at once', async () => {
  const hourly = 3_600_000
  const run = aRun(hourly)
  const { seen, ended } = watching(run.changes(key, 60_000, forever()))
  await eventually(() => expect(seen).toEqual(['queued']))
  run.state.nodes.set('a', 'completed')
  run.state.header = 'completed'
  run.state.over = true
  run.end()
  await ended
  expect(seen).toEqual(['queued', 'a completed', 'completed'])
  await eventually(() => expect(run.size()).toBe(0))
})

it('sends a heartbeat if the run does not change', async () => {
  const run = aRun()
  const leaving = new AbortController()
  const seen: (RunChange | undefined)[] = []
  for await (const change of run.changes(key, 20, leaving.signal)) {
    seen.push(change)
    if (seen.length === 3) leaving.abort()
  }
  expect(seen).toEqual([{ event: 'run', data: 'queued' }, undefined, undefined])
})

it("shows a running node's text at once, even if its row was not read yet, and drops it at the end", async () => {
  const hourly = 3_600_000
  const run = aRun(hourly)
  const { seen, ended } = watching(run.changes(key, 60_000, forever()))
  await eventually(() => expect(seen).toEqual(['queued']))
  run.state.nodes.set('a', 'running')
  // The text triggers a read. Without it, the row would be read in an hour.
  run.write('a', 'He')
  await eventually(() => expect(seen.slice(1)).toEqual(['a running: He']))
  run.write('a', 'Hello')
  await eventually(() => expect(seen.slice(2)).toEqual(['a running: Hello']))
  const late = watching(run.changes(key, 60_000, forever()))
  await eventually(() => expect(late.seen).toEqual(['queued', 'a running: Hello']))

  run.state.nodes.set('a', 'completed')
  run.state.nodes.set('b', 'running')
  run.write('b', 'Hi')
  await eventually(() => expect(seen.slice(3)).toEqual(['a completed', 'b running: Hi']))
  run.write('a', 'Hello there')
  run.state.nodes.set('b', 'completed')
  run.state.header = 'completed'
  run.state.over = true
  run.write('c', 'Hey')
  await Promise.all([ended, late.ended])
  expect(seen.slice(5)).toEqual(['b completed', 'completed'])
  await eventually(() => expect(run.listeners.size).toBe(0))
})
