/** The graph of the recorded examples. It plans a card with `title` for each card about supplies. */
export const suppliesGraph = (title: string) => ({
  nodes: [
    {
      id: 'monday',
      type: 'trigger.schedule',
      name: 'Monday morning',
      params: { cron: '0 7 * * 1', tz: 'Europe/Berlin' },
      position: { x: 0, y: 0 },
    },
    {
      id: 'read',
      type: 'read_tasks',
      name: 'Read supplies',
      params: { tag: 'supplies' },
      position: { x: 240, y: 0 },
    },
    {
      id: 'once',
      type: 'dedupe',
      name: 'Each once',
      params: { by: ['taskId'], scope: 'ever' },
      position: { x: 480, y: 0 },
    },
    {
      id: 'plan',
      type: 'create_card',
      name: 'Plan the check',
      params: { title },
      position: { x: 720, y: 0 },
    },
  ],
  edges: [
    { from: { node: 'monday' }, to: { node: 'read' } },
    { from: { node: 'read' }, to: { node: 'once' } },
    { from: { node: 'once' }, to: { node: 'plan' } },
  ],
})
