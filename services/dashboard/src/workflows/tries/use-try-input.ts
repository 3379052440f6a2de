import type { TryWorkflow, WorkflowItem, WorkflowNode } from '@atrium/contracts'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasWords } from '../has-words.ts'
import type { EventType } from '../palette-queries.ts'
import { triggerWords } from '../run-words.ts'
import { latestRunQuery, recentRunsQuery } from '../runs/run-queries.ts'
import { eventExample, printItem, readItems } from './given-items.ts'
import { findLastSample } from './last-sample.ts'
import { newestFirst, type PastEvent } from './past-events.ts'
import { pastEventsQuery } from './past-events-query.ts'
import { listSampleFields, setSampleField } from './sample-fields.ts'

const typed = 'typed'
const nothing = 'nothing'
const ofEvent = (id: string): string => `event ${id}`
const isOfEvent = (value: string): boolean => value.startsWith('event ')
const longestSearch = 200

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const toChoice = ({ id, name, at }: PastEvent) => ({
  value: ofEvent(id),
  label: `${name}, ${moment.format(new Date(at))}`,
})

/** The samples from when the user opened the form. */
interface Loaded {
  /** The trigger and the event that the samples belong to. */
  readonly start: string
  readonly newest: PastEvent | undefined
  readonly last: WorkflowItem['json'] | undefined
}

const noSamples = { newest: undefined, last: undefined }

interface TryInputOptions {
  readonly trigger: WorkflowNode | undefined
  readonly event: EventType | undefined
  /** True for a run by hand. A run needs one item and cannot take those of an earlier run. */
  readonly isRun?: boolean
}

/** Returns the items for a try: from a past event, from an earlier run, typed, or none. */
export function useTryInput(
  workflowId: string,
  { trigger, event, isRun = false }: TryInputOptions,
) {
  const { data: lastRun, isFetching: isReadingRun } = useQuery(latestRunQuery(workflowId))
  const { data: runs = [] } = useQuery(recentRunsQuery(workflowId))
  const latest = useInfiniteQuery(pastEventsQuery(event?.type, ''))
  const [chosen, setChosen] = useState<string>()
  const [picked, setPicked] = useState<PastEvent>()
  const [given, setGiven] = useState<string>()
  const [typedText, setTypedText] = useState('')
  // What the user has read must not change before the run, although later events arrive.
  const start = `${trigger?.id ?? ''} ${event?.type ?? ''}`
  const [loaded, setLoaded] = useState<Loaded>()
  if (loaded?.start !== start && !latest.isFetching && !isReadingRun) {
    const [newest] = newestFirst(latest.data?.pages.flatMap(({ items }) => items) ?? [])
    setLoaded({ start, newest, last: findLastSample(trigger, lastRun) })
  }
  const isLoaded = loaded?.start === start
  const { newest, last } = isLoaded ? loaded : noSamples
  const hasSample = event !== undefined || last !== undefined || isRun
  const usual = !hasSample ? nothing : newest === undefined ? typed : ofEvent(newest.id)
  const source = chosen ?? (isLoaded ? usual : null)
  const pastEvent = [picked, newest].find((one) => one !== undefined && ofEvent(one.id) === source)
  const text = given ?? printItem(last ?? eventExample(event))
  const read = readItems(text)
  const [only, ...further] = 'items' in read ? read.items : []
  const fields =
    only === undefined || further.length > 0 ? [] : listSampleFields(only.json, event?.payload)
  const ended = isRun
    ? []
    : runs.filter(({ status }) => status === 'completed' || status === 'failed')
  const others = [
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
        { value: typed, label: isRun ? 'An example that I fill in' : 'Items that I type' },
        ...(isRun ? [] : [{ value: nothing, label: 'Start it yourself' }]),
      ],
    },
  ]
  const shownLabel =
    pastEvent === undefined
      ? others.flatMap((group) => group.items).find(({ value }) => value === source)?.label
      : toChoice(pastEvent).label
  // If the field shows the choice's label, the text is no search.
  const wanted = typedText === shownLabel ? '' : typedText.trim().slice(0, longestSearch)
  const [q] = useDebouncedValue(wanted, 150)
  const found = useInfiniteQuery(pastEventsQuery(event?.type, q))
  const past = newestFirst(found.data?.pages.flatMap(({ items }) => items) ?? [])
  const isFound = pastEvent === undefined || past.some(({ id }) => id === pastEvent.id)
  // The chosen event stays available while the user searches for others.
  const events = (isFound ? past : [pastEvent, ...past]).map(toChoice)
  const foundValues = new Set(past.map(({ id }) => ofEvent(id)))
  const groups = [{ group: 'What happened', items: events }, ...others]
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
    choose: (value: string | null) => {
      setChosen(value ?? undefined)
      setPicked((before) => past.find(({ id }) => ofEvent(id) === value) ?? before)
    },
    search: typedText,
    searchFor: setTypedText,
    /** Ends a search with a choice, possibly the previous one. */
    endSearch: (value: string) =>
      setTypedText(
        groups.flatMap(({ items: all }) => all).find((one) => one.value === value)?.label ?? '',
      ),
    isSearching: found.isFetching,
    /** True if a choice matches the typed text. The platform has already searched the events. */
    isWanted: ({ value, label }: { value: string; label: string }) =>
      wanted === '' || foundValues.has(value) || (!isOfEvent(value) && hasWords(label, wanted)),
    readOn: () => void (found.hasNextPage && !found.isFetching && found.fetchNextPage()),
    isTyped: source === typed,
    text,
    type: setGiven,
    /** The typed item's values for a form. Empty if only JSON can show the items. */
    fields,
    setField: (path: readonly string[], value: unknown) =>
      only !== undefined && setGiven(printItem(setSampleField(only.json, path, value))),
    problem: source === typed && 'problem' in read ? read.problem : undefined,
    pastEvent,
    change: () => {
      if (pastEvent !== undefined) setGiven(printItem(pastEvent.payload))
      setChosen(typed)
    },
    isReady: source !== null && !(source === typed && 'problem' in read),
    input,
  }
}

export type TryInput = ReturnType<typeof useTryInput>
