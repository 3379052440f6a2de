import { findCircles, findRoom, readImports } from './find-circles.ts'
import { productionFiles } from './tracked-files.ts'

// Fails if files import each other in a circle (types included), or if feature folders in a package
// or service import each other's values in a circle.

const imports = productionFiles().flatMap(({ path, text }) => readImports(path, text))
const ofFiles = findCircles(imports.map(({ from, to }) => [from, to]))
const ofRooms = findCircles(
  imports.flatMap(({ from, to, typeOnly }) => {
    const [room, other] = [findRoom(from), findRoom(to)]
    return typeOnly || room === undefined || other === undefined || room === other
      ? []
      : [[room, other]]
  }),
)

for (const circle of ofFiles) console.log(`files import each other: ${circle.join(', ')}`)
for (const circle of ofRooms) {
  console.log(`feature folders import each other: ${circle.join(', ')}`)
  for (const { from, to, typeOnly } of imports) {
    const [room, other] = [findRoom(from) ?? '', findRoom(to) ?? '']
    if (!typeOnly && room !== other && circle.includes(room) && circle.includes(other)) {
      console.log(`  ${from} -> ${to}`)
    }
  }
}
process.exitCode = ofFiles.length + ofRooms.length === 0 ? 0 : 1
