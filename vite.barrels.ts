import path from 'node:path'
import { parseAst } from 'vite'
import type { ModuleFacts, ModuleGraph } from './vite.chunks.ts'

/**
 * Entries of packages that only pass on what their modules export. A module that imports from one needs the modules of
 * the names that it takes, while the bundler's graph says that it needs all of them.
 */
const barrels =
  /\/node_modules\/(@mantine\/(?:core|form|hooks|notifications)|@tabler\/icons-react)\/[^?]*\/(?:index|tabler-icons-react)\.mjs$/

/** Files of the packages behind the barrels, and of those that only they use. */
export const behindBarrels =
  /\/node_modules\/(?:@mantine|@tabler|@floating-ui|react-number-format|react-transition-group|react-remove-scroll|react-textarea-autosize)\//

/** Modules that a module needs at once: what it imports, and of a barrel those alone that it takes names of. */
export function neededAtOnce(graph: ModuleGraph, { code, importedIds }: ModuleFacts): readonly string[] {
  const entries = importedIds.filter((id) => barrels.test(id))
  if (entries.length === 0 || code === null) return importedIds
  const needed = importedIds.filter((id) => !barrels.test(id))
  const imports = importsOf(code)
  for (const barrel of entries) {
    const source = barrels.exec(barrel)?.[1]
    const names = imports.filter((one) => one.source === source).flatMap((one) => one.names)
    // Passed on, or imported for what it does: it is needed whole.
    if (names.length === 0) needed.push(barrel)
    const exported = exportsOf(graph, barrel)
    for (const name of names) needed.push(exported.get(name) ?? barrel)
  }
  return needed
}

interface Import {
  readonly source: string
  readonly names: readonly string[]
}

function importsOf(code: string): readonly Import[] {
  return parseAst(code).body.flatMap((node) =>
    node.type === 'ImportDeclaration'
      ? [
          {
            source: node.source.value,
            names: node.specifiers.map((each) => (each.type === 'ImportSpecifier' ? nameOf(each.imported) : '*')),
          },
        ]
      : [],
  )
}

const known = new WeakMap<ModuleGraph, Map<string, ReadonlyMap<string, string>>>()

/** Modules behind a barrel by the names that it passes on; one of icons passes thousands on, and is read once. */
function exportsOf(graph: ModuleGraph, barrel: string): ReadonlyMap<string, string> {
  const ofGraph = known.get(graph) ?? new Map<string, ReadonlyMap<string, string>>()
  known.set(graph, ofGraph)
  const exported = ofGraph.get(barrel) ?? readExports(graph, barrel)
  ofGraph.set(barrel, exported)
  return exported
}

function readExports(graph: ModuleGraph, barrel: string): ReadonlyMap<string, string> {
  const exported = new Map<string, string>()
  const local = new Map<string, string>()
  const module = graph.getModuleInfo(barrel)
  // A name of another package is known by its entry, which the barrel imports as it does its own files.
  const file = (source: string) =>
    source.startsWith('.')
      ? path.join(path.dirname(barrel), source)
      : (module?.importedIds.find((id) => id.includes(`/node_modules/${source}/`)) ?? barrel)
  for (const node of parseAst(module?.code ?? '').body) {
    if (node.type === 'ImportDeclaration')
      for (const each of node.specifiers) local.set(each.local.name, file(node.source.value))
    if (node.type === 'ExportNamedDeclaration')
      for (const each of node.specifiers) {
        const from = node.source === null ? local.get(nameOf(each.local)) : file(node.source.value)
        if (from !== undefined) exported.set(nameOf(each.exported), from)
      }
  }
  return exported
}

const nameOf = (node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string =>
  node.name ?? String(node.value)
