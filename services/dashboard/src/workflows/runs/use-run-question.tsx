import type { WorkflowGraph } from '@atrium/contracts'
import { useState } from 'react'
import type { Stored } from '../canvas/saving/use-stored.ts'
import type { Palette } from '../graph/graph.ts'
import { findSampleTrigger } from '../tries/last-sample.ts'
import { RunDialog } from './run-dialog.tsx'

interface RunQuestionOptions {
  readonly id: string
  readonly graph: WorkflowGraph
  readonly palette: Palette
  readonly stored: Pick<Stored, 'run' | 'isStarting'>
}

/** Starts a run. Asks for a sample first if the trigger waits for an event or a call. */
export function useRunQuestion({ id, graph, palette, stored }: RunQuestionOptions) {
  const [asks, setAsks] = useState(false)
  const trigger = findSampleTrigger(graph, palette)
  return {
    run: () => {
      if (trigger === undefined) void stored.run()
      else setAsks(true)
    },
    question: asks && trigger !== undefined && (
      <RunDialog
        id={id}
        trigger={trigger}
        isStarting={stored.isStarting}
        onRun={(input) =>
          void stored.run(input).then((isStarted) => (isStarted ? setAsks(false) : undefined))
        }
        onClose={() => setAsks(false)}
      />
    ),
  }
}
