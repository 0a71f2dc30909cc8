import path from 'node:path'
import { behindBarrels, neededAtOnce } from './vite.barrels.ts'

/** What the bundler knows of a module; its code is what the plugins have made of it. */
export interface ModuleFacts {
  readonly code: string | null
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}

/** The bundler's module graph, as the name of a chunk group receives it. */
export interface ModuleGraph {
  getModuleInfo(id: string): ModuleFacts | null
}

const web = path.join(import.meta.dirname, 'web')
const journeyRoots = [path.join(web, 'journey', 'main.tsx')]

/** Parts of the back office that always load together, the first one first. */
const parts: readonly { readonly name: string; readonly roots: readonly string[] }[] = [
  { name: 'staff', roots: ['main.tsx'] },
  {
    name: 'floor',
    roots: [
      '../local/engine/tab-engine.ts',
      'app/device.tsx',
      ...['floor', 'warehouse-checkin'].map((route) => `app/routes/${route}.tsx?tsr-split=component`),
    ],
  },
  { name: 'panels', roots: ['app/shown-modals.tsx', 'app/shown-notices.tsx', 'app/user-panel.tsx'] },
].map(({ name, roots }) => ({ name, roots: roots.map((file) => path.join(web, 'staff', file)) }))

/** What the first public page always loads: one file, so that a phone asks once. */
const journeyStart = [
  ...journeyRoots,
  ...['public-layout', 'home'].map((route) =>
    path.join(web, 'journey', 'app', 'routes', `${route}.tsx?tsr-split=component`),
  ),
]

/** Pages of the public site that a visitor sees in one go, by what they are for; each loads one file of its own. */
const journeyParts: readonly { readonly name: string; readonly roots: readonly string[] }[] = [
  { name: 'find', routes: ['search', 'search-products', 'search-categories', 'search-category-list'] },
  { name: 'sell', routes: ['buyback-create', 'buyback-quote', 'buyback-zero'] },
  {
    name: 'checkout',
    routes: ['cart-order-summary', 'cart-customer-informations', 'cart-checkout', 'buyback-confirmation'],
  },
  { name: 'follow', routes: ['buyback-tracking', 'buyback-accept', 'buyback-reject', 'available-stores'] },
].map(({ name, routes }) => ({
  name,
  roots: routes.map((route) => path.join(web, 'journey', 'app', 'routes', `${route}.tsx?tsr-split=component`)),
}))

/** Contexts of texts that the back office asks for at its start and on the floor. */
const startTexts = /\/public\/locales\/([^/]+)\/(?:shell|errors|sync|scan|warehouse)\.json$/

/**
 * Names the chunk of a module, or leaves it to the bundler. A cold start without network reads every file through the
 * service worker, one round after the other, so that what always loads together lies in one file. What the public
 * journey can reach is never drawn into a chunk of the back office, which it would load too.
 */
export function createChunkNames(): (id: string, graph: ModuleGraph) => string | null {
  let names: ReadonlyMap<string, string> | null = null
  return (id, graph) => {
    const texts = startTexts.exec(id)?.[1]
    if (texts !== undefined) return `texts-${texts}`
    names ??= nameModules(graph)
    return names.get(id) ?? null
  }
}

function nameModules(graph: ModuleGraph): ReadonlyMap<string, string> {
  const reachable = reach(graph, journeyRoots, true)
  const atOnce = reach(graph, journeyRoots, false)
  const names = new Map<string, string>()
  const ofStaff = reach(graph, [path.join(web, 'staff', 'main.tsx')], true)
  for (const id of reach(graph, journeyStart, false)) if (!ofStaff.has(id)) names.set(id, 'journey')
  for (const { name, roots } of parts)
    for (const id of reach(graph, roots, false)) {
      if (names.has(id)) continue
      if (!reachable.has(id)) names.set(id, name)
      else if (name === 'staff' && atOnce.has(id)) names.set(id, 'shared')
    }
  // A file of its own for each rule that both share would be asked for one by one.
  for (const id of reach(graph, journeyStart, false)) if (!names.has(id)) names.set(id, 'shared')
  for (const [id, name] of nameJourneyParts(graph, ofStaff)) if (!names.has(id)) names.set(id, name)
  // One file of the component library for all pages of the office, instead of one for each few components.
  for (const id of ofStaff) if (!names.has(id) && !reachable.has(id) && behindBarrels.test(id)) names.set(id, 'office')
  return names
}

/**
 * Chunks of the public pages after the first. A browser asks for six files at a time over HTTP/1.1, and a phone waits
 * half a second for each: a page whose rules lie in thirty small files shows its pictures only after all of them. What
 * several parts share is in one file, and what the back office shares too in another one, which draws no page of the
 * public site into it.
 */
function nameJourneyParts(graph: ModuleGraph, ofStaff: ReadonlySet<string>): ReadonlyMap<string, string> {
  const partsOf = new Map<string, string[]>()
  for (const { name, roots } of journeyParts)
    for (const id of reach(graph, roots, false)) partsOf.set(id, [...(partsOf.get(id) ?? []), name])
  return new Map(
    [...partsOf].map(([id, among]) => {
      const part = among.includes('find') ? 'find' : among.length > 1 ? 'sale' : among[0]!
      if (!ofStaff.has(id)) return [id, part]
      return [id, part === 'find' ? 'find-rules' : 'sale-rules']
    }),
  )
}

/** Modules that roots import, directly or not; with `lazy`, those too that they may import later. */
function reach(graph: ModuleGraph, roots: readonly string[], lazy: boolean): ReadonlySet<string> {
  const found = new Set<string>()
  const rest = [...roots]
  for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
    const module = found.has(id) ? null : graph.getModuleInfo(id)
    if (module === null) continue
    found.add(id)
    rest.push(...neededAtOnce(graph, module), ...(lazy ? module.dynamicallyImportedIds : []))
  }
  return found
}
