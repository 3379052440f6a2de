import type { TryWorkflow, WorkflowEventType } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { triggerWords } from '../run-words.ts'
import { recentRunsQuery } from '../runs/run-queries.ts'
import { exampleOf, readItems } from './given-items.ts'
import { pastEventsQuery } from './past-events-query.ts'

const typed = 'typed'
const nothing = 'nothing'
const ofEvent = (id: string): string => `event ${id}`

/** The items of a try: of a past event, of an earlier run, typed, or none. The newest past event comes first. */
export function useTryInput(workflowId: string, event: z.output<typeof WorkflowEventType> | undefined) {
  const { data: runs = [] } = useQuery(recentRunsQuery(workflowId))
  const { data: past = [], isLoading } = useQuery(pastEventsQuery(event?.type))
  const [chosen, setChosen] = useState<string>()
  const [given, setGiven] = useState<string>()
  const [newest] = past
  const usual = event === undefined ? nothing : newest === undefined ? typed : ofEvent(newest.id)
  const source = chosen ?? (isLoading ? null : usual)
  const text = given ?? exampleOf(event)
  const read = readItems(text)
  const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  const ended = runs.filter(({ status }) => status === 'completed' || status === 'failed')
  const groups = [
    {
      group: 'What happened',
      items: past.map(({ id, name, at }) => ({
        value: ofEvent(id),
        label: `${name}, ${moment.format(new Date(at))}`,
      })),
    },
    {
      group: 'Earlier runs',
      items: ended.map(({ id, createdAt, trigger }) => ({
        value: id,
        label: `The items of ${moment.format(new Date(createdAt))}, ${triggerWords[trigger].toLowerCase()}`,
      })),
    },
    {
      group: 'Otherwise',
      items: [
        { value: typed, label: 'Items that I type' },
        { value: nothing, label: 'A start by hand' },
      ],
    },
  ]
  const pastEvent = past.find(({ id }) => ofEvent(id) === source)
  const items = pastEvent === undefined ? read : { items: [{ json: pastEvent.payload }] }
  const isItems = pastEvent !== undefined || source === typed
  const input: TryWorkflow['input'] =
    source === null || source === nothing
      ? undefined
      : isItems
        ? 'items' in items
          ? items
          : undefined
        : { fromRun: source }
  return {
    source,
    groups: groups.filter((group) => group.items.length > 0),
    choose: (value: string | null) => setChosen(value ?? undefined),
    isTyped: source === typed,
    text,
    type: setGiven,
    problem: source === typed && 'problem' in read ? read.problem : undefined,
    /** The past event that is chosen. */
    pastEvent,
    /** Takes the payload of the past event as the typed items. */
    change: () => {
      if (pastEvent !== undefined) setGiven(JSON.stringify([pastEvent.payload], undefined, 2))
      setChosen(typed)
    },
    isReady: source !== null && !(source === typed && 'problem' in read),
    input,
  }
}

export type TryInput = ReturnType<typeof useTryInput>
