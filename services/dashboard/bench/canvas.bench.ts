import { report } from '@atrium/bench-kit'
import type { WorkflowGraph } from '@atrium/contracts'
import type { Page } from 'playwright-core'
import { framesDuring } from './frames-during.ts'
import { withStudio } from './studio.ts'

// Measures frames per second while a user moves over a large graph, zooms in, and drags a node.
const rounds = 5
const nodes = 300
const rows = 15

const graph: WorkflowGraph = {
  nodes: Array.from({ length: nodes }, (_, n) => ({
    id: `n_${n}`,
    type: n === 0 ? 'trigger.manual' : 'set_fields',
    name: `Node ${n}`,
    params: n === 0 ? {} : { fields: [{ name: 'step', value: '{{ $json.step }}' }] },
    position: { x: Math.floor(n / rows) * 330, y: (n % rows) * 110 },
  })),
  edges: Array.from({ length: nodes - 1 }, (_, n) => ({
    from: { node: `n_${Math.max(0, n + 1 - rows)}`, output: 'main' },
    to: { node: `n_${n + 1}`, input: 'main' },
  })),
}

const thereAndBack = (step: number): readonly number[] => [
  ...Array(60).fill(step),
  ...Array(60).fill(-step),
]

async function pan(page: Page): Promise<void> {
  for (const step of thereAndBack(40)) await page.mouse.wheel(step, step)
}

/** Zooms from the whole graph to single nodes and back. */
async function zoom(page: Page): Promise<void> {
  await page.keyboard.down('Control')
  for (const step of thereAndBack(-20)) await page.mouse.wheel(0, step)
  await page.keyboard.up('Control')
}

async function drag(page: Page): Promise<void> {
  const box = await page.locator('.react-flow__node').nth(120).boundingBox()
  if (box === null) throw new Error('no node to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 120; step += 1) {
    await page.mouse.move(x + Math.sin(step / 10) * 120, y + Math.cos(step / 10) * 80)
  }
  await page.mouse.up()
}

await withStudio(async ({ client, openPage, url }) => {
  const { id } = await client.workflows.create({ body: { name: 'A large one', graph } })
  const page = await openPage()
  await page.goto(`${url}/workflows/${id}`)
  // The first view fits the whole graph, so it shows the first node and the last one.
  for (const n of [0, nodes - 1])
    await page.locator(`.react-flow__node[data-id="n_${n}"]`).waitFor()
  const toMiddle = async () => {
    const stage = await page.locator('[data-stage]').boundingBox()
    if (stage === null) throw new Error('no canvas')
    await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2)
  }
  const measure = async (name: string, work: () => Promise<void>) => {
    const value: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await toMiddle()
      value.push(await framesDuring(page, work))
    }
    report({ name: `canvas of ${nodes} nodes, ${name}`, value, unit: 'frames/s', target: '>= 50' })
  }
  await measure('panning', () => pan(page))
  await measure('zooming', () => zoom(page))
  await measure('dragging a node', () => drag(page))
})
