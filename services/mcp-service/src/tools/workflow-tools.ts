import { getRun, getWorkflow, listRuns, listWorkflows, runWorkflow } from '@atrium/contracts'
import { nextPage } from './next-page.ts'
import { operationTool } from './operation-tool.ts'
import type { Tool } from './tool.ts'

export const workflowTools: readonly Tool[] = [
  operationTool({
    name: 'list_workflows',
    title: 'List workflows',
    operation: listWorkflows,
    description:
      'The automations of the organisation, newest first. `view: "summary"` leaves out the graphs and adds the last and the next run. Prefer it. Example: {"view": "summary"}',
    next: nextPage,
  }),
  operationTool({
    name: 'get_workflow',
    title: 'Read a workflow',
    operation: getWorkflow,
    description: 'One workflow with its graph. Example: {"id": "wf_0192…"}',
  }),
  operationTool({
    name: 'run_workflow',
    title: 'Run a workflow',
    operation: runWorkflow,
    effects: { destructiveHint: true, openWorldHint: true },
    description:
      'Starts a workflow with an optional `input` object and does not wait for its end. Its graph says what it does. Read it with get_workflow before you run an unfamiliar workflow. Example: {"id": "wf_0192…", "input": {"month": "2026-03"}}',
    next: (answer, given) =>
      `Follow it with get_run {"id": "${given['id']}", "runId": "${answer['runId']}"}.`,
  }),
  operationTool({
    name: 'list_runs',
    title: 'List runs',
    operation: listRuns,
    description:
      'The newest 25 runs of a workflow, without their nodes. Example: {"id": "wf_0192…"}',
  }),
  operationTool({
    name: 'get_run',
    title: 'Read a run',
    operation: getRun,
    description:
      'One run with the outcome of each node: `id` is the workflow, `runId` the run. While `status` is queued or running, wait a few seconds before you call again. Example: {"id": "wf_0192…", "runId": "run_0192…"}',
    next: ({ status }) =>
      status === 'queued' || status === 'running'
        ? 'It has not ended yet. Call again in a few seconds.'
        : undefined,
  }),
]
