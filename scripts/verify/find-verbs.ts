import { findLine, isObject, type Json, parsed, walkNodes } from './find-patterns.ts'

const deps = /^(?:Deps|Pick<Deps)\b/
const ctx = /^Ctx(?:<|$)/

/**
 * Finds the exported functions that take dependencies and a context, but not as
 * `(deps, ctx, input)`. Returns their lines. Throws if the source does not parse.
 */
export function findMisshapenVerbs(file: string, source: string): number[] {
  const readType = (parameter: Json): string => {
    const given = isObject(parameter['left']) ? parameter['left'] : parameter
    const annotation = given['typeAnnotation']
    const type = isObject(annotation) ? annotation['typeAnnotation'] : undefined
    return isObject(type) ? source.slice(Number(type['start']), Number(type['end'])) : ''
  }
  return [...walkNodes(parsed(file, source))].flatMap((node) =>
    listExported(node)
      .filter(({ params }) => {
        const types = Array.isArray(params) ? params.filter(isObject).map(readType) : []
        const place = types.findIndex((type) => ctx.test(type))
        return deps.test(types[0] ?? '') && place >= 0 && (place !== 1 || types.length > 3)
      })
      .map((verb) => findLine(verb, source)),
  )
}

/** Returns the functions declared by an export statement. */
function listExported({ type, declaration }: Json): Json[] {
  if (type !== 'ExportNamedDeclaration' || !isObject(declaration)) return []
  if (declaration['type'] === 'FunctionDeclaration') return [declaration]
  const declared: unknown = declaration['declarations']
  if (!Array.isArray(declared)) return []
  return declared
    .filter(isObject)
    .map(({ init }) => init)
    .filter(isObject)
    .filter((init) => init['type'] === 'ArrowFunctionExpression')
}
